// The score sheet: the points by category, with a column for each player.

import { element } from "../../lib/element.js";
import { hueOf, shapeOf } from "../../lib/colours.js";
import { loadStyle } from "../../lib/lazy_styles.js";

/** @typedef {import("../../types/page").View} View */

/** @typedef {import("../../types/view").Sheet} Sheet */

/** All rounds of a finished game. @param {View} view */
export function scoreSheet(view) {
  return view.over && sheetTable(view, view.over.sheet, view.over.sheet.rounds, view.over.sheet.places);
}

/**
 * A table with some rounds of a sheet, best player first; it scrolls horizontally if it is too wide.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {Sheet["rounds"]} rounds
 * @param {string[]} [places] the final rank of every seat
 */
export function sheetTable(view, sheet, rounds, places = []) {
  loadStyle("/static/table/scores/score_sheet.css");
  const scores = view.seats.map((seat) => seat.score);
  const seats = scores.map((_, seat) => seat).sort((a, b) => scores[b] - scores[a]);
  const several = rounds.filter((round) => round.title).length > 1;
  const table = element("table", {},
    element("caption", {}, sheet.title),
    element("thead", {}, element("tr", {}, element("td"), ...seats.map((seat) => playerHeader(view, seat, places[seat])))),
    ...rounds.map((round) => element("tbody", {},
      round.title && element("tr", {}, element("th", { scope: "rowgroup", colspan: seats.length + 1, class: "round" }, round.title)),
      ...round.rows.map((row) => sheetRow(row.label, row.values, seats, row.counts ? "" : "not-counted")),
      several && round.rows.filter((row) => row.counts).length > 1 && sheetRow(sheet.sum, round.sum, seats, "sum"))),
    element("tfoot", {}, sheetRow(sheet.total, scores, seats, "total")));
  return element("div", { class: "sheet", role: "region", "aria-label": sheet.title, tabindex: "0" }, table);
}

/**
 * A player's name and symbol, and their final rank.
 * @param {View} view
 * @param {number} seat
 * @param {string} [place]
 */
function playerHeader(view, seat, place) {
  const { name, token } = view.seats[seat];
  const hue = hueOf(token);
  return element("th", { scope: "col", class: hue ? `hue-${hue}` : "" },
    hue && element("span", { class: "sign", "aria-hidden": "true" }, shapeOf(hue)),
    element("span", { class: "name" }, name),
    place && element("span", { class: "place" }, place));
}

/**
 * @param {string} label
 * @param {(number | null)[]} values by seat
 * @param {number[]} seats in the order of the columns
 * @param {string} kind
 */
function sheetRow(label, values, seats, kind) {
  return element("tr", { class: kind }, element("th", { scope: "row" }, label), ...seats.map((seat) => element("td", {}, formatValue(values[seat]))));
}

/** @param {number | null} value */
const formatValue = (value) => (value === null ? "–" : String(value).replace("-", "−"));
