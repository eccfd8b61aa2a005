// A small curve of shares over time, as a drawing of lines that a screen reader hears as a sentence.

const NAMESPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [300, 100];

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function drawn(tag, attributes) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/**
 * Game after game from left to right; a share of 1 is at the top, and lines mark none, half and all.
 * @param {[number, number][]} points when, and the share
 * @param {string} told what the drawing shows, in words
 */
export function sparkline(points, told) {
  const picture = drawn("svg", { class: "curve", viewBox: `0 -3 ${WIDTH} ${HEIGHT + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": told });
  for (const share of [0, 0.5, 1]) picture.append(drawn("line", { x1: 0, x2: WIDTH, y1: HEIGHT * (1 - share), y2: HEIGHT * (1 - share) }));
  const steps = points.map(([, share], i) => `${((WIDTH * i) / (points.length - 1)).toFixed(1)} ${(HEIGHT * (1 - share)).toFixed(1)}`);
  picture.append(drawn("path", { d: `M${steps.join("L")}` }));
  return picture;
}
