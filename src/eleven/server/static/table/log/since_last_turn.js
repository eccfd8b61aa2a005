// What happened since my last turn: marked on the table and in the log; one key steps through it.

import { showNotice } from "../question/question_bar.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */

/** @type {Map<string, string> | null} the things on the table after my last decision, by the keys of zone and thing */
let tableBefore = null;
/** The last line of the log at my last decision. @type {Element | null} */
let lastReadLine = null;
let current = 0;

const things = () => /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll("#table .thing")));

/** @param {HTMLElement} thing */
const keyOf = (thing) => `${thing.closest(".zone")?.getAttribute("data-key")}|${thing.dataset.key}`;

/** The visible state of a thing, without its marks. @param {HTMLElement} thing */
const seenOf = (thing) => `${thing.dataset.token} ${thing.classList.contains("up")}`;

/** Remember the table after my decision; later changes are new. */
export function rememberTable() {
  tableBefore = new Map(things().map((thing) => [keyOf(thing), seenOf(thing)]));
  lastReadLine = document.querySelector("#log")?.lastElementChild ?? null;
  current = 0;
  for (const marked of document.querySelectorAll(".fresh, .since-last-turn")) marked.classList.remove("fresh", "since-last-turn");
}

/** Mark what is new when it is my turn again. @param {View} view */
export function markChanges(view) {
  const before = tableBefore;
  if (!view.yours || !before || view.over) return;
  for (const thing of things()) thing.classList.toggle("fresh", Boolean(thing.dataset.token) && before.get(keyOf(thing)) !== seenOf(thing));
  for (const line of newLines()) line.classList.add("since-last-turn");
}

/** Forget the table before the last decision, so that its news is not marked for another player. */
export function forgetTable() {
  [tableBefore, lastReadLine, current] = [null, null, 0];
}

/** The lines of the log since my last decision, or all before my first one. */
function newLines() {
  const all = Array.from(document.querySelectorAll("#log li"));
  return all.slice(lastReadLine ? all.indexOf(lastReadLine) + 1 : 0);
}

/** Show the next line of what happened; start over after the last one. @param {string} game */
export function showNextEvent(game) {
  const events = newLines();
  if (!events.length) return showNotice(game, word("since.none"));
  current = current < events.length ? current + 1 : 1;
  const line = events[current - 1];
  line.scrollIntoView({ block: "nearest" });
  showNotice(game, word("since.step", { number: current, count: events.length, line: line.textContent ?? "" }));
}
