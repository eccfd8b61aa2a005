// Shows a hint above the question: the best actions with their winning chances.

import { hideNotice, scrollToOwnArea } from "./question_bar.js";
import { byId, element } from "../../lib/element.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").HintAnswer} HintAnswer */

/** @param {HintAnswer} hint */
export function showHintPanel(hint) {
  const rows = hint.actions.map((row) => element("li", {}, chance(row), row.sentence));
  byId("notice").replaceChildren(
    element("div", { class: "hint-panel" }, element("b", {}, titleOf(hint)), element("ol", {}, ...rows)),
    element("button", { type: "button", class: "quiet close", "aria-label": word("why.close"), onclick: hideNotice }, "✕"),
  );
  byId("notice").hidden = false;
  scrollToOwnArea();
}

/** The title names the adviser; networks give no chances. @param {HintAnswer} hint */
function titleOf(hint) {
  if (hint.light) return word("hint.light");
  return hint.actions[0].win_share === null ? word("hint.best") : word("hint.title");
}

/** @param {HintAnswer["actions"][number]} row */
function chance(row) {
  if (row.win_share === null) return null;
  return element("span", { class: "win-chance" }, word("hint.share", { percent: Math.round(100 * row.win_share) }), " ");
}
