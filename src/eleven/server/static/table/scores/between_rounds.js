// The scores after a round, next to the table; the next round is shown after a confirmation or some seconds.

import { get } from "../../lib/api.js";
import { byId, element, setText } from "../../lib/element.js";
import { signed } from "../../lib/format/signed.js";
import { gameLook, tools } from "../../lib/game_look.js";
import { hueClass, hueSign } from "./results.js";
import { scrollToOwnArea, scrollLimit } from "../question/question_bar.js";
import { loadStyle } from "../../lib/lazy_styles.js";
import { animationSpeed } from "../effects/animation_speed.js";
import { sheetTable } from "./score_sheet.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */

/** How long a finished round stays visible, in milliseconds. */
const PAUSE = 6000;
const RETRY_AFTER = 500;
let timer = 0;

/**
 * Show the changed scores until something is touched.
 * @param {View} view
 * @param {View} before
 * @param {import("./round_pause").RoundPause} pause whether the next round waits
 */
export async function showRound(view, before, pause) {
  await loadStyle("/static/table/scores/between_rounds.css");
  if (view.over) return;
  const waits = pause.held !== null;
  const panel = byId("round-scores");
  const lines = view.events.flatMap((event) => event.lines).slice(-2 * view.seats.length - 2);
  const sheet = element("details", { "aria-live": "off", hidden: true, open: waits });
  const go = element("button", { type: "button", onclick: () => confirmRound(panel, pause) }, word(waits ? "round.next" : "round.go"));
  panel.replaceChildren(
    element("h2", { class: "deco" }, waits ? view.question : word("round.title")),
    element("ul", { class: "scores" }, ...view.seats.map((_, i) => scoreRow(view, before, i))),
    sheet,
    element("ul", { class: "events" }, ...lines.map((line) => element("li", {}, line))),
    go,
  );
  panel.classList.toggle("paused", waits);
  panel.hidden = false;
  if (!waits) scrollToOwnArea(scrollLimit());
  if (waits) continueLater(panel, go, pause);
  if (before.round) addSheet(view, sheet);
}

/** @param {HTMLElement} panel @param {import("./round_pause").RoundPause} pause */
function confirmRound(panel, pause) {
  panel.hidden = true;
  pause.resume();
}

/**
 * Continue automatically after some seconds, but not while the pointer is over the scores, which stay until a touch.
 * @param {HTMLElement} panel
 * @param {HTMLElement} go
 * @param {import("./round_pause").RoundPause} pause
 */
function continueLater(panel, go, pause) {
  if (!document.activeElement?.closest("input, textarea, dialog")) go.focus({ preventScroll: true });
  const end = () => {
    if (!go.isConnected || panel.hidden) return;
    if (matchMedia("(hover: hover)").matches && panel.matches(":hover")) return void (timer = window.setTimeout(end, RETRY_AFTER));
    panel.classList.remove("paused");
    setText(go, word("round.go"));
    for (const sheet of panel.querySelectorAll("details")) sheet.open = false;
    pause.resume();
  };
  clearTimeout(timer);
  timer = window.setTimeout(end, PAUSE / animationSpeed());
  go.animate([{ backgroundSize: "100% 4px" }, { backgroundSize: "0 4px" }], PAUSE / animationSpeed());
}

/** Add the points of the round by category, when the server has sent them. @param {View} view @param {HTMLElement} place */
async function addSheet(view, place) {
  /** @type {import("../../types/view").Sheet | null} */
  const sheet = await get(`/api/tables/${view.table}/sheet`).catch(() => null);
  if (!sheet?.rounds.length) return;
  place.replaceChildren(element("summary", {}, sheet.title), sheetTable(view, sheet, sheet.rounds.slice(-1)));
  place.hidden = false;
}

/**
 * One player's row, which screen readers read as a sentence.
 * @param {View} view
 * @param {View} before
 * @param {number} seat
 */
function scoreRow(view, before, seat) {
  const who = view.seats[seat];
  const gain = who.score - before.seats[seat].score;
  const change = gain ? signed(gain) : "";
  const shown = (/** @type {string} */ name, /** @type {any} */ what) => element("span", { class: name, "aria-hidden": "true" }, what);
  return element("li", { class: hueClass(who.token) },
    element("span", { class: "visually-hidden" }, word("round.line", { name: who.name, score: who.score, change }).replace(" ()", "")),
    hueSign(who.token),
    shown("player-name", who.name),
    shown("round-result", gameLook().result?.(before.seats[seat], before, tools) ?? ""),
    shown("change", change),
    shown("sum", String(who.score)));
}
