// Where the points came from: the score sheet of a finished game, a column for each player.

import { element } from "../lib/element.js";
import { hueOf, shapeOf } from "../lib/colours.js";

/** @typedef {import("../lib/types").View} View */

const STYLE = "/static/table/score_sheet.css";

/** The table, best place first; it scrolls sideways where it is too wide. @param {View} view */
export function scoreSheet(view) {
  if (!view.over) return null;
  if (!document.querySelector(`link[href="${STYLE}"]`)) document.head.append(element("link", { rel: "stylesheet", href: STYLE }));
  const { sheet, scores } = view.over;
  const seats = view.seats.map((_, seat) => seat).sort((a, b) => scores[b] - scores[a]);
  const several = sheet.rounds.filter((round) => round.title).length > 1;
  const table = element("table", {},
    element("caption", {}, sheet.title),
    element("thead", {}, element("tr", {}, element("td"), ...seats.map((seat) => player(view, seat)))),
    ...sheet.rounds.map((round) => element("tbody", {},
      round.title && element("tr", {}, element("th", { scope: "rowgroup", colspan: seats.length + 1, class: "round" }, round.title)),
      ...round.rows.map((row) => line(row.label, row.values, seats, row.counts ? "" : "explains")),
      several && round.rows.filter((row) => row.counts).length > 1 && line(sheet.sum, round.sum, seats, "sum"))),
    element("tfoot", {}, line(sheet.total, scores, seats, "total")));
  return element("div", { class: "sheet", role: "region", "aria-label": sheet.title, tabindex: "0" }, table);
}

/**
 * A player by name and sign, and the place they took.
 * @param {View} view
 * @param {number} seat
 */
function player(view, seat) {
  const { name, token } = view.seats[seat];
  const hue = hueOf(token);
  return element("th", { scope: "col", class: hue ? `hue-${hue}` : "" },
    hue && element("span", { class: "sign", "aria-hidden": "true" }, shapeOf(hue)),
    element("span", { class: "name" }, name),
    element("span", { class: "place" }, view.over?.sheet.places[seat]));
}

/**
 * @param {string} label
 * @param {(number | null)[]} values by seat
 * @param {number[]} seats in the order of the columns
 * @param {string} kind
 */
function line(label, values, seats, kind) {
  return element("tr", { class: kind }, element("th", { scope: "row" }, label), ...seats.map((seat) => element("td", {}, told(values[seat]))));
}

/** @param {number | null} value */
const told = (value) => (value === null ? "–" : String(value).replace("-", "−"));
