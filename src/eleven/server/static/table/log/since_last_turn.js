// What happened since my last turn: marked on the table and in the log; one key steps through it.

import { notice } from "../question/question_bar.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../lib/types").View} View */

/** @type {Map<string, string> | null} the things on the table after my last decision, by the keys of zone and thing */
let left = null;
/** The last line of the log at my last decision. @type {Element | null} */
let read = null;
let at = 0;

const things = () => /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll("#table .thing")));

/** @param {HTMLElement} thing */
const keyOf = (thing) => `${thing.closest(".zone")?.getAttribute("data-key")}|${thing.dataset.key}`;

/** The visible state of a thing, without its marks. @param {HTMLElement} thing */
const seenOf = (thing) => `${thing.dataset.token} ${thing.classList.contains("up")}`;

/** Remember the table after my decision; later changes are new. */
export function decided() {
  left = new Map(things().map((thing) => [keyOf(thing), seenOf(thing)]));
  read = document.querySelector("#log")?.lastElementChild ?? null;
  at = 0;
  for (const marked of document.querySelectorAll(".fresh, .since")) marked.classList.remove("fresh", "since");
}

/** Mark what is new when it is my turn again. @param {View} view */
export function markSince(view) {
  const before = left;
  if (!view.yours || !before || view.over) return;
  for (const thing of things()) thing.classList.toggle("fresh", Boolean(thing.dataset.token) && before.get(keyOf(thing)) !== seenOf(thing));
  for (const line of lines()) line.classList.add("since");
}

/** Clear the marks, which are for one player only. */
export function forgetSince() {
  [left, read, at] = [null, null, 0];
}

/** The lines of the log since my last decision, or all before my first one. */
function lines() {
  const all = Array.from(document.querySelectorAll("#log li"));
  return all.slice(read ? all.indexOf(read) + 1 : 0);
}

/** Show the next line of what happened; start over after the last one. @param {string} game */
export function stepSince(game) {
  const told = lines();
  if (!told.length) return notice(game, word("since.none"));
  at = at < told.length ? at + 1 : 1;
  const line = told[at - 1];
  line.scrollIntoView({ block: "nearest" });
  notice(game, word("since.step", { number: at, count: told.length, line: line.textContent ?? "" }));
}
