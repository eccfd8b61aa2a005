// A small chart of shares over time, as SVG with a text alternative for screen readers.

import { svgElement } from "./svg.js";

const [WIDTH, HEIGHT] = [300, 100];

/**
 * A chart from the first game on the left to the last; a share of 1 is at the top, and lines mark 0, 1/2 and 1.
 * @param {[number, number][]} points (time, share) pairs
 * @param {string} label the text alternative
 */
export function sparkline(points, label) {
  const picture = svgElement("svg", { class: "sparkline", viewBox: `0 -3 ${WIDTH} ${HEIGHT + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": label });
  for (const share of [0, 0.5, 1]) picture.append(svgElement("line", { x1: 0, x2: WIDTH, y1: HEIGHT * (1 - share), y2: HEIGHT * (1 - share) }));
  const steps = points.map(([, share], i) => `${((WIDTH * i) / (points.length - 1)).toFixed(1)} ${(HEIGHT * (1 - share)).toFixed(1)}`);
  picture.append(svgElement("path", { d: `M${steps.join("L")}` }));
  return picture;
}
