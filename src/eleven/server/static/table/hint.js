// Help at the question: what expert would do, marked on the table with its chances.

import { hush, keepOwnInSight } from "./question_bar.js";
import { byId, element } from "../lib/element.js";
import { word } from "../lib/words.js";

/** @typedef {import("../lib/types").View} View */

/** @type {{version: number, touch: string[]} | null} what a hint is about, until the table has changed */
let advised = null;
let thinking = false;

export const isThinking = () => thinking;

/** @param {View} view @param {import("./connection").Wire} wire */
export function askHint(view, wire) {
  if (thinking) return;
  thinking = true;
  wire.send({ type: "hint", seat: view.asked });
}

/** Nothing is waited for any longer: the answer came, or a refusal, or another view. */
export function stopThinking() {
  thinking = false;
}

/**
 * @param {View} view
 * @param {import("../lib/types").Hint} hint
 */
export function showHint(view, hint) {
  thinking = false;
  const best = view.actions.find((action) => action.name === hint.actions[0]?.action);
  if (!best || !view.yours) return;
  advised = { version: view.version, touch: best.touch };
  const rows = hint.actions.map((row) => element("li", {}, chance(row), row.sentence));
  byId("notice").replaceChildren(
    element("div", { class: "advice" }, element("b", {}, titleOf(hint)), element("ol", {}, ...rows)),
    element("button", { type: "button", class: "quiet close", "aria-label": word("why.close"), onclick: hush }, "✕"),
  );
  byId("notice").hidden = false;
  keepOwnInSight();
}

/** Who would play so; a network counts no victories. @param {import("../lib/types").Hint} hint */
function titleOf(hint) {
  if (hint.light) return word("hint.light");
  return hint.actions[0].win_share === null ? word("hint.master") : word("hint.title");
}

/** @param {import("../lib/types").Hint["actions"][number]} row */
function chance(row) {
  if (row.win_share === null) return null;
  return element("span", { class: "chance" }, word("hint.share", { percent: Math.round(100 * row.win_share) }), " ");
}

/** A star on what expert would touch, as long as nothing has changed. @param {View} view */
export function markHint(view) {
  const wanted = advised?.version === view.version && view.yours ? advised.touch : [];
  for (const button of document.querySelectorAll("#seats [data-touch], #table [data-touch], #choices [data-touch]")) {
    const marked = button.matches(".legal, .chosen, .choice") && wanted.includes(button.getAttribute("data-touch") ?? "");
    button.classList.toggle("hinted", marked);
  }
}
