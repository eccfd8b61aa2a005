// The bar at the bottom: the question, what has been chosen, what can come next, and the buttons.

import { byId, element, setText } from "../../lib/element.js";
import { isPhoneLayout } from "../board.js";
import { replaceChildrenIfChanged } from "../drawing/keyed_elements.js";
import { DEFAULT_LEVEL } from "../../lib/choices.js";
import { levelSelect } from "../../lib/levels.js";
import { hasWord, word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */
/** @typedef {import("../input/touch").Touches} Touches */

/** Up to this many actions are offered as buttons; if there are more, they are chosen on the table. */
const MAX_BUTTONS = 4;
const maxButtons = () => (isPhoneLayout() ? 1 : MAX_BUTTONS);
/** The last chosen level for a bot that takes over, remembered because the buttons are redrawn often. */
let takeOverLevel = DEFAULT_LEVEL;

/**
 * @typedef {object} Handlers
 * @property {(action: import("../../types/page").Action) => void} play
 * @property {(id: string) => void} touch
 * @property {() => void} cancelPath
 * @property {() => void} takeBack
 * @property {() => void} explain
 * @property {() => void} hint
 * @property {() => void} rules
 * @property {() => void} leave leaves the table, or comes back
 * @property {() => void} showResult
 * @property {() => void} away
 * @property {(seat: number, level: string) => void} takeOver
 */

/**
 * @param {View} view
 * @param {Touches} touches
 * @param {{sending: boolean, explaining: boolean, thinking: boolean}} mode
 * @param {Handlers} handlers
 */
export function drawQuestion(view, touches, mode, handlers) {
  byId("question-bar").classList.toggle("yours", view.yours);
  setText(byId("question"), mode.sending ? word("ask.waiting") : view.question);
  setText(byId("path"), mode.explaining ? word("ask.why.on") : mode.sending ? "" : pathInWords(view, touches));
  keepFocus(byId("choices"), mode.sending ? [] : choices(view, touches, handlers));
  keepFocus(byId("tools"), mode.sending ? [] : tools(view, touches, mode, handlers));
}

/**
 * Replace the buttons; a button with the same text keeps the focus.
 * @param {Element} parent
 * @param {HTMLElement[]} buttons
 */
function keepFocus(parent, buttons) {
  const focused = parent.contains(document.activeElement) ? document.activeElement?.textContent : null;
  if (replaceChildrenIfChanged(parent, buttons) && focused) buttons.find((button) => button.textContent === focused)?.focus();
}

/** @param {string} id @param {string} [part] @returns {HTMLElement | null} */
const thingOnTable = (id, part = "") => document.querySelector(`${part} .thing[data-touch="${CSS.escape(id)}"]`);

/** @param {string} id */
const nameOnTable = (id) => thingOnTable(id)?.dataset.name;

/** Whether a thing may be invisible: on a phone, below one's own area. @param {string} id */
const isHidden = (id) => isPhoneLayout() && thingOnTable(id, "#middle") !== null;

/** The explanation of a thing on the table. @param {string} id */
const aboutOnTable = (id) => thingOnTable(id)?.dataset.about ?? "";

/** Describe what was chosen, its effect, and what can come next. @param {View} view @param {Touches} touches */
function pathInWords(view, touches) {
  if (!touches.path.length) return "";
  const things = touches.path.map((id) => nameOnTable(id) ?? view.verbs[id] ?? id).join(" → ");
  const places = [...touches.next()].filter(nameOnTable).length;
  const follow = places === 1 ? word("ask.follow.one") : places ? word("ask.follow", { count: places }) : "";
  return [word("ask.chosen", { things }), aboutOnTable(touches.path[0]), follow].filter(Boolean).join(" ");
}

/**
 * Buttons for what can come next and is not on the table; and for actions, if they are few.
 * @param {View} view
 * @param {Touches} touches
 * @param {Handlers} handlers
 */
function choices(view, touches, handlers) {
  const matching = touches.matching(touches.path);
  const ways = touches.ways().length;
  if (touches.path.length && matching.length <= maxButtons() && !ways) return matching.map((action) => actionButton(view, action, touches, handlers));
  const direct = [...touches.next()].filter((id) => touches.completes(id));
  const isShown = (/** @type {string} */ id) => !nameOnTable(id) || isHidden(id) || (ways > 0 && direct.length <= maxButtons() && direct.includes(id));
  return [...touches.next()].filter(isShown).map((id) => {
    const action = touches.completes(id);
    if (action) return actionButton(view, action, touches, handlers);
    return element("button", { type: "button", class: "choice", "data-touch": id, onclick: () => handlers.touch(id) }, view.verbs[id] ?? nameOnTable(id) ?? id);
  });
}

/**
 * @param {View} view
 * @param {import("../../types/page").Action} action
 * @param {Touches} touches
 * @param {Handlers} handlers
 */
function actionButton(view, action, touches, handlers) {
  const next = action.touch[touches.path.length];
  const does = { "data-touch": next, "data-action": action.name, title: action.sentence, onclick: () => handlers.play(action) };
  return element("button", { type: "button", class: "choice", ...does }, buttonText(action, next, view));
}

/**
 * A chosen player is named by their name, not by the colour of the seat.
 * @param {import("../../types/page").Action} action
 * @param {string} next
 * @param {View} view
 */
const buttonText = (action, next, view) => (next?.startsWith("seat:") && view.verbs[next] ? word("ask.choose", { name: view.verbs[next] }) : action.sentence);

/**
 * @param {View} view
 * @param {Touches} touches
 * @param {{explaining: boolean, thinking: boolean}} mode
 * @param {Handlers} handlers
 */
function tools(view, touches, mode, handlers) {
  const made = [];
  const tool = (/** @type {string} */ key, /** @type {() => void} */ onclick, extra = {}) =>
    made.push(element("button", { type: "button", class: "quiet", onclick, "aria-label": word(key), ...extra }, ...label(key)));
  if (touches.path.length) tool("ask.cancel", handlers.cancelPath);
  if (view.can_take_back) tool("ask.takeback", handlers.takeBack);
  if (view.you === null) made.push(element("span", {}, word("menu.watch")));
  if (view.yours && view.hints && mode.thinking) tool("ask.thinking", handlers.hint, { disabled: true });
  else if (view.yours && view.hints) tool("ask.hint", handlers.hint);
  if (view.yours) tool("ask.why", handlers.explain, { "aria-pressed": String(mode.explaining) });
  if (view.you !== null && view.rules.length) tool("ask.rules", handlers.rules);
  if (view.you !== null && view.clock?.kind === "days" && !view.over) tool("menu.away", handlers.away);
  if (view.over) tool("end.again", handlers.showResult, { class: "primary", id: "result" });
  const away = view.you !== null && (view.seats[view.you].left || view.seats[view.you].late) && !view.over;
  if (away) made.push(element("button", { type: "button", class: "primary", onclick: handlers.leave }, word("menu.return")));
  const asked = view.asked === null || view.you === null || away || view.asked === view.you ? null : view.seats[view.asked];
  if (asked && !asked.bot && !asked.left && !asked.here && view.stage === "playing") made.push(element("span", {}, word("ask.away", { name: asked.name })));
  if (view.asked !== null && asked && !asked.bot && (asked.left || asked.absent)) made.push(...takeOver(view, view.asked, handlers));
  return made;
}

/** The label of a tool button, with a shorter variant for narrow screens. @param {string} key */
function label(key) {
  const brief = `brief.${key}`;
  return hasWord(brief) ? [element("span", { class: "long-label" }, word(key)), element("span", { class: "short-label" }, word(brief))] : [word(key)];
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {Handlers} handlers
 */
function takeOver(view, seat, handlers) {
  const name = view.seats[seat].name;
  const level = levelSelect(word("ask.takeover.level"), view.levels, takeOverLevel);
  level.addEventListener("change", () => (takeOverLevel = level.value));
  return [element("button", { type: "button", "data-seat": seat, onclick: () => handlers.takeOver(seat, level.value) }, word("ask.takeover", { name })), level];
}

/**
 * Show why not, or an error: the reason, what prevents it here, and a link to the rule.
 * @param {string} game
 * @param {string} reason
 * @param {string | null} [rule]
 * @param {string | null} [here]
 */
export function showNotice(game, reason, rule = null, here = null) {
  const box = byId("notice");
  const link = rule && element("a", { href: `/rules/${game}#${rule}`, target: "_blank", rel: "noopener" }, word("why.rule", { rule }));
  box.replaceChildren(
    here ? element("p", {}, element("b", {}, here)) : "",
    element("p", {}, link, link && " ", rule ? withoutMarkdown(reason) : reason),
    element("button", { type: "button", class: "quiet close", "aria-label": word("why.close"), onclick: hideNotice }, "✕"),
  );
  box.hidden = false;
  scrollToOwnArea();
}

/** Show why an action is not allowed. @param {View} view @param {import("../../types/page").Why} why */
export function showWhy(view, why) {
  const reason = why.rule ? why.reason : `${why.reason} ${view.question}`;
  showNotice(view.game, reason, why.rule, why.case);
}

/** Scroll until the bar no longer covers one's own area, but not further than `first` below the seats. @param {string} first */
export function scrollToOwnArea(first = "own") {
  const own = document.getElementById("own")?.getBoundingClientRect();
  if (!own?.height) return;
  const covered = own.bottom - byId("question-bar").getBoundingClientRect().top;
  const room = byId(first).getBoundingClientRect().top - byId("seats").offsetHeight;
  if (covered > 0 && room > 0) scrollBy({ top: Math.min(covered, room), behavior: "instant" });
}

/** What must stay visible, too: the table, unless it has no board and only one's own things can be touched. */
export const scrollLimit = () => (document.querySelector("#board .thing, :is(#centre, #others) .legal, #table:not(:has(.legal))") ? "table" : "own");

/**
 * The explanation that the page can give without the server: that a touch is allowed, or what comes first.
 * @param {View} view
 * @param {Touches} touches
 * @param {string[]} path
 */
export function knownReason(view, touches, path) {
  const legal = touches.matching(path);
  if (legal.length) return [word("why.legal"), legal.length === 1 ? `${legal[0].sentence}.` : "", aboutOnTable(path.at(-1) ?? "")].filter(Boolean).join(" ");
  const first = touches.prerequisites(path.at(-1) ?? "").map((id) => nameOnTable(id) ?? view.verbs[id] ?? id);
  return first.length ? word("why.first", { things: first.join("; ") }) : null;
}

/** Explain why nothing can be touched now. @param {View} seen */
export function explainWaiting(seen) {
  if (seen.over) return seen.over.reason;
  return seen.you === null ? word("why.watch") : word("why.turn", { question: seen.question });
}

/** Remove the Markdown of the rulebook's text. @param {string} text */
const withoutMarkdown = (text) => text.replace(/[*_`]+/g, "");

export function hideNotice() {
  byId("notice").hidden = true;
}
