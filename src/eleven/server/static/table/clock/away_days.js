// The dialog for days off, which a clock of days does not count; loaded on demand.

import { byId, element } from "../../lib/element.js";
import { parseDay, formatDay } from "../../lib/format/dates.js";
import { field } from "../../lib/field.js";
import { post } from "../../lib/api.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */

/** Today's date in the time zone of the table. @param {View} view */
const today = (view) => new Date(Date.now() + ((view.clock?.offset ?? 0) + new Date().getTimezoneOffset()) * 60000);

/** @param {View} view */
export function showAwayDays(view) {
  const dialog = byId("table-dialog");
  const named = view.seats[view.you ?? 0].away.filter((day) => day >= formatDay(today(view)));
  const problem = element("p", { class: "problem", role: "alert" });
  const input = (/** @type {string} */ key, /** @type {string | undefined} */ value) =>
    element("input", { type: "date", id: `away-${key}`, "aria-label": word(`away.${key}`), min: formatDay(today(view)), value });
  const [from, to] = [input("from", named[0]), input("to", named.at(-1))];
  const save = async (/** @type {string[]} */ days) => {
    try {
      await post(`/api/tables/${view.table}/away`, { days, seat: view.you });
      dialog.close();
    } catch (failure) {
      problem.textContent = /** @type {Error} */ (failure).message;
    }
  };
  dialog.replaceChildren(
    element("h2", {}, word("away.title")),
    element("p", {}, word("away.lead")),
    element("div", { class: "fields" }, field(word("away.from"), from), field(word("away.to"), to)),
    problem,
    element("div", { class: "buttons" },
      element("button", { type: "button", class: "primary", id: "away-go", onclick: () => save(daysBetween(from.value, to.value || from.value)) }, word("away.go")),
      element("button", { type: "button", class: "quiet", onclick: () => save([]) }, word("away.none")),
      element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, word("table_dialog.close"))),
  );
  dialog.showModal();
  from.focus();
}

/**
 * All days from one to another.
 * @param {string} from
 * @param {string} to
 */
function daysBetween(from, to) {
  const days = [];
  for (const day = parseDay(from); from && formatDay(day) <= to && days.length < 60; day.setDate(day.getDate() + 1)) days.push(formatDay(day));
  return days;
}
