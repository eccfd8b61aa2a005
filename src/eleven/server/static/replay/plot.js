// A line chart of win shares: one line per seat, distinguished by colour, dashes and a label at the end.

import { hueOf } from "../lib/colours.js";
import { svgElement } from "../lib/svg.js";
import { word } from "../lib/words.js";

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [240, 48, 22, 8, 22];
/** The height of a label at the end of a line. */
const LETTER = 14;
const small = matchMedia("(max-width: 600px), (min-width: 1000px)");
const FALLBACK_HUES = ["blue", "orange", "green", "violet", "red", "gold"];
const DASHES = ["", "7 3", "2 3", "10 3 2 3", "4 4", "1 5"];

/** @typedef {import("../types/replays").ShareEstimate} ShareEstimate */

/** The colour of a seat's line: its own colour, or a fallback. @param {string} token @param {number} seat */
export const seatHue = (token, seat) => hueOf(token) || FALLBACK_HUES[seat % FALLBACK_HUES.length];

/**
 * @param {ShareEstimate[][]} shares
 * @param {import("../types/replays").ReplaySeat[]} seats
 * @param {(step: number) => void} jump
 * @param {{grid: number[], label: string}} scale
 * @returns {SVGElement}
 */
export function plot(shares, seats, jump, { grid, label } = { grid: [0, 0.25, 0.5, 0.75, 1], label: word("review.plot") }) {
  const last = shares.length - 1;
  const wide = small.matches ? 330 : 640;
  const x = (/** @type {number} */ step) => LEFT + ((wide - LEFT - RIGHT) * step) / Math.max(1, last);
  const [low, high] = [grid[0], grid[grid.length - 1]];
  const y = (/** @type {number} */ share) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - share)) / (high - low);
  const ends = spreadLabels(shares[last].map((end) => y(end.value)), HEIGHT - BOTTOM);
  const shareAt = (/** @type {number} */ step, /** @type {number} */ seat) => percent(shares[step][seat].value);
  const labels = seats.map(({ name }, i) => word("review.plot.seat", { name, first: shareAt(0, i), last: shareAt(last, i) }));
  const drawing = svgElement("svg", { viewBox: `0 0 ${wide} ${HEIGHT}`, class: "plot", role: "img", "aria-label": `${label} ${labels.join("; ")}` });
  for (const share of grid) {
    drawing.append(svgElement("line", { x1: LEFT, x2: wide - RIGHT, y1: y(share), y2: y(share), class: "grid" }));
    drawing.append(svgElement("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share)));
  }
  for (const step of ticks(last, small.matches ? 5 : 8)) drawing.append(svgElement("text", { x: x(step), y: HEIGHT - 6, "text-anchor": "middle" }, String(step)));
  seats.forEach((seat, i) => {
    const points = shares.map((row, step) => `${x(step).toFixed(1)},${y(row[i].value).toFixed(1)}`).join(" ");
    const group = svgElement("g", { class: `line hue-${seatHue(seat.token, i)}` });
    group.append(svgElement("polyline", { points, "stroke-dasharray": DASHES[i % DASHES.length] }));
    group.append(svgElement("text", { x: wide - RIGHT + 4, y: 4 + ends[i] }, seatLabel(seat, seats)));
    drawing.append(group);
  });
  drawing.append(svgElement("line", { x1: x(0), x2: x(0), y1: TOP, y2: HEIGHT - BOTTOM, class: "cursor" }));
  drawing.dataset.last = String(last);
  drawing.dataset.wide = String(wide);
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * wide;
    jump(Math.round((last * (at - LEFT)) / (wide - LEFT - RIGHT)));
  });
  return drawing;
}

/** Move the cursor to a step. @param {SVGElement | null} drawing @param {number} step */
export function moveCursor(drawing, step) {
  const cursor = drawing?.querySelector(".cursor");
  const [last, wide] = [Math.max(1, Number(drawing?.dataset.last)), Number(drawing?.dataset.wide)];
  const at = String(LEFT + ((wide - LEFT - RIGHT) * step) / last);
  cursor?.setAttribute("x1", at);
  cursor?.setAttribute("x2", at);
}

/**
 * The label of a line: the first letter of the name, or the number of the seat if several names start with it.
 * @param {{name: string}} seat
 * @param {{name: string}[]} seats
 */
export function seatLabel(seat, seats) {
  const letter = (/** @type {{name: string}} */ one) => one.name.charAt(0).toUpperCase();
  return seats.some((one) => one !== seat && letter(one) === letter(seat)) ? String(seats.indexOf(seat) + 1) : letter(seat);
}

/**
 * Move labels apart that would overlap, but none below `lowest`.
 * @param {number[]} heights
 * @param {number} lowest
 */
function spreadLabels(heights, lowest) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const found = [...heights];
  order.forEach((seat, n) => (found[seat] = n ? Math.max(heights[seat], found[order[n - 1]] + LETTER) : heights[seat]));
  const over = order.toReversed();
  over.forEach((seat, n) => (found[seat] = Math.min(found[seat], n ? found[over[n - 1]] - LETTER : lowest)));
  return found;
}

/** @param {number} last @param {number} most */
function ticks(last, most) {
  const stride = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((size) => last / size <= most) ?? 1000;
  return Array.from({ length: Math.floor(last / stride) + 1 }, (_, i) => i * stride);
}

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`.replace("-", "−");
