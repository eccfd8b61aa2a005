// Help at the question: what expert would do, marked on the table with its chances, and the rules that matter now.

import { get } from "../lib/api.js";
import { hush } from "./question_bar.js";
import { built, byId, element } from "../lib/element.js";
import { language, word } from "../lib/words.js";

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
    element("div", { class: "advice" }, element("b", {}, word(hint.light ? "hint.light" : "hint.title")), element("ol", {}, ...rows)),
    element("button", { type: "button", class: "quiet close", "aria-label": word("why.close"), onclick: hush }, "✕"),
  );
  byId("notice").hidden = false;
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

/** The rules to the pending question. @param {View} view */
export async function showRules(view) {
  const book = await rulesOf(view.game);
  const dialog = byId("lookup");
  const wanted = view.rules.flatMap((id) => ruleIn(book.elements, id));
  dialog.replaceChildren(
    element("h2", {}, view.question),
    element("ul", {}, ...built(wanted)),
    element("div", { class: "buttons" },
      element("a", { class: "button quiet", href: `/rules/${view.game}#${view.rules[0]}`, target: "_blank", rel: "noopener" }, word("lookup.all")),
      element("button", { type: "button", class: "primary", onclick: () => dialog.close() }, word("lookup.close"))),
  );
  dialog.showModal();
}

/**
 * The item of a rule in the rulebook, with the rules under it.
 * @param {any[]} nodes
 * @param {string} id
 * @returns {any[]}
 */
const ruleIn = (nodes, id) => nodes.flatMap((node) => (typeof node === "string" ? [] : node[1].id === id ? [node] : ruleIn(node.slice(2), id)));

/** @type {Map<string, Promise<any>>} */
const books = new Map();

/** @param {string} game */
function rulesOf(game) {
  const key = `${game} ${language()}`;
  if (!books.has(key)) books.set(key, get(`/api/rules/${encodeURIComponent(game)}`));
  return /** @type {Promise<any>} */ (books.get(key)).catch((failure) => {
    books.delete(key);
    throw failure;
  });
}
