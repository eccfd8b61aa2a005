// 11! the board game: bold numerals on strong colours, on a dark board with its bridges and connection zones.

import { arrange } from "/static/table/board.js";

/** @typedef {import("../../../server/static/types/page").Thing} Thing */
/** @typedef {import("../../../server/static/types/page").Zone} Zone */
/** @typedef {import("../../../server/static/types/page").View} View */
/** @typedef {import("../../../server/static/types/page").Tools} Tools */

const SYMBOLS = ["square", "triangle", "star", "circle"];
const SIGNS = /** @type {Record<string, string>} */ ({ yellow: "■", red: "▲", blue: "★", green: "●" });
const NUMBER = /\d+/;

/**
 * @param {Thing} thing
 * @param {Zone} zone
 * @param {string} state
 * @param {Tools} tools
 */
export function face(thing, zone, state, tools) {
  if (zone.id.startsWith("row:")) return cell(thing, zone, tools);
  if (thing.id === "bag") return faceElement(tools, "bag", tools.art("bag"), numeral(tools, NUMBER.exec(thing.text)?.[0] ?? ""));
  if (thing.token) return tile(thing.token, tools, thing.note);
  return faceElement(tools, "back", tools.art("back"), badge(tools, thing.note));
}

/** What nobody sees is a heap with a number. */
export const heap = 2;

/** @param {Thing} thing */
export function classes(thing) {
  const [head] = thing.token.split("-");
  if (head === "joker") return "joker";
  return SYMBOLS.includes(head) ? "symbol" : thing.marks?.includes("fresh") ? "fresh" : "";
}

/** A player's tiles and minus points. @param {import("../../../server/static/types/page").Seat} seat @param {View} view @param {Tools} tools */
export function score(seat, view, tools) {
  const rack = view.zones.find((zone) => zone.id === `rack:${seat.token}`);
  if (!rack) return null;
  const held = rack.things.reduce((sum, thing) => sum + Number(NUMBER.exec(thing.note)?.[0] ?? 1), 0);
  const points = seat.score ? tools.element("span", { class: "points" }, String(seat.score).replace("-", "−")) : null;
  return tools.element("span", { class: "hand-count" }, tools.art("tiles"), numeral(tools, String(held)), points);
}

/** Cells first, then the zones under them and the bridges over them. @param {HTMLElement} board @param {View} view @param {Tools} tools */
export function layBoard(board, view, tools) {
  const layout = arrange(board);
  board.querySelector(".overlays")?.remove();
  if (!layout) return true;
  const rows = view.zones.filter((zone) => zone.id.startsWith("row:"));
  const overlays = tools.element("div", { class: "overlays", "aria-hidden": "true" });
  const span = (/** @type {Element} */ overlay, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ c) => {
    const [first, last] = [layout.at(from, c), layout.at(to, c)];
    /** @type {HTMLElement} */ (overlay).style.gridArea = `${first.line} / ${first.column} / ${last.line + 1} / ${last.column + 1}`;
    overlays.append(overlay);
  };
  rows.forEach((row, r) =>
    row.things.forEach((thing, c) => {
      const marks = (thing.marks ?? "").split(" ");
      const down = marks.find((mark) => rows[r + 1]?.id === `row:${mark.split(":")[1]}`);
      if (down) span(tools.element("span", { class: down.split(":")[0] }), r, r + 1, c);
      if (r === 0 && marks.includes("connection")) span(tools.element("span", { class: "connection" }), 0, rows.length - 1, c);
    }),
  );
  board.append(overlays);
  return true;
}

/** @param {Thing} thing @param {Zone} zone @param {Tools} tools */
function cell(thing, zone, tools) {
  if (thing.up && thing.token) return tile(thing.token, tools);
  const place = thing.id.split("-").at(-1) ?? "";
  if (NUMBER.test(place)) return faceElement(tools, "empty", sign(tools, thing.back), numeral(tools, place));
  return faceElement(tools, "empty end", symbolOf(thing, zone, tools));
}

/** The symbol printed on an end of a row: the view names it in the player's language, the token only once it lies. */
function symbolOf(/** @type {Thing} */ thing, /** @type {Zone} */ zone, /** @type {Tools} */ tools) {
  const name = (thing.marks ?? "").split(" ").find((mark) => SYMBOLS.includes(mark));
  return name ? tools.art(name) : tools.fittedText(thing.text);
}

/** @param {string} token @param {Tools} tools @param {string} [note] */
function tile(token, tools, note = "") {
  const [head, number] = token.split("-");
  const copies = badge(tools, note);
  if (!number) return faceElement(tools, "tile", tools.art(head), copies);
  const corner = head === "joker" ? tools.art("joker") : sign(tools, head);
  return faceElement(tools, "tile", corner, numeral(tools, number), copies);
}

/** A tile bears the symbol of its row's ends (EB-4). @param {Tools} tools @param {string} hue */
const sign = (tools, hue) => tools.element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[hue] ?? tools.shapeOf(hue));

/** @param {Tools} tools @param {string} text */
const numeral = (tools, text) => tools.element("span", { class: "numeral" }, text);

/** @param {Tools} tools @param {string} note */
const badge = (tools, note) => (note ? tools.element("span", { class: "badge" }, note) : null);

/** @param {Tools} tools @param {string} kind @param {...(Node | null)} parts */
const faceElement = (tools, kind, ...parts) => tools.element("span", { class: `face ${kind}` }, ...parts);
