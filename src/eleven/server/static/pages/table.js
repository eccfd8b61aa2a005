// The table page: draws incoming views, and sends touches as moves. It knows no game's rules.

import { requestHint, isThinking, markHint, showHint, stopThinking } from "../table/question/hint.js";
import { drawQuestion, explainWaiting, hideNotice, knownReason, scrollLimit, scrollToOwnArea, showNotice, showWhy } from "../table/question/question_bar.js";
import { drawOptionalParts } from "../table/lazy_parts.js";
import { clearTable, drawTable, fitBoard, observeSizes } from "../table/drawing/draw.js";
import { byId } from "../lib/element.js";
import { drawHeading } from "../table/heading.js";
import { playSound } from "../table/effects/sound_switch.js";
import { clearLog, drawLog } from "../table/log/log.js";
import { withLook } from "../lib/game_look.js";
import { rememberTable, forgetTable, markChanges, showNextEvent } from "../table/log/since_last_turn.js";
import { dropTarget, markTouchables, scrollToChoices } from "../table/input/touchable.js";
import { countScores, animateFrom, loadAnimation, measurePositions } from "../table/effects/lazy_animation.js";
import { RoundPause } from "../table/scores/round_pause.js";
import { coverIfNeeded, isCovered, hideCover } from "../table/dialogs/hot_seat_cover.js";
import { Touches } from "../table/input/touch.js";
import { Connection, showConnection } from "../table/connection.js";
import { focusFirst } from "../table/input/keyboard.js";
import { tableActions } from "../table/table_actions.js";
import { listenToPage } from "../table/page_listeners.js";
import { setServerTime } from "../table/clock/server_clock.js";
import { hasDraft, reloadIfOutdated, restoreKeyboardMark } from "../table/outdated_page.js";
import { loadWords, onLanguageChange, word } from "../lib/words.js";

/** @typedef {import("../types/page").View} View */

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const touches = new Touches();
const mode = { sending: false, explaining: false };
const pause = new RoundPause(show);
/** @type {View | null} */
let view = null;
const actions = tableActions(table, () => view);
let resultShown = false;

const connection = new Connection(table, {
  view: (next) => withLook(next.game, () => receiveView(next)),
  state: changeConnection,
  refused,
  why: (why) => view && showWhy(view, why),
  hint: receiveHint,
  pong: receivePong,
  error: (reason) => showNotice("", reason),
});

const hideRound = () => (byId("round-scores").hidden = true);

/** @type {import("../table/connection.js").Listener["state"]} */
function changeConnection(state) {
  showConnection(state);
  if (state === "live" || !isThinking()) return;
  stopThinking();
  refresh();
}

/** @param {View} next */
function receiveView(next) {
  if (!pause.holds(view, next)) return show(next);
  drawAround(next);
  drawLog(next);
}

/** Draw everything around the table. @param {View} next */
function drawAround(next) {
  drawHeading(next);
  drawOptionalParts(next, (message) => connection.send(message));
}

/** @param {View} next */
function show(next) {
  const before = view;
  view = next;
  mode.sending = connection.unacknowledged.size > 0;
  if (before?.version !== next.version) stopThinking();
  drawAround(next);
  const warn = (/** @type {string} */ warning) => showNotice(next.game, warning);
  import("../table/shuffle/luck_share.js").then(({ addShare }) => addShare(next, connection, warn));
  if (coverIfNeeded(next, switchSeat)) return hideTable();
  hideCover();
  const positions = measurePositions();
  touches.setActions(next.yours ? next.actions : []);
  drawTable(next);
  drawLog(next);
  refresh();
  const fresh = before?.stage === "waiting" && next.stage === "playing";
  markChanges(next);
  const seen = animateFrom(before?.viewing === next.viewing ? positions : [], fresh);
  const scored = countScores(next, before);
  playSound(scored ? "score" : next.yours && !before?.yours ? "yours" : seen);
  if ((scored || pause.held) && before) showScores(next, before);
  if (next.message && next.message !== before?.message) showNotice(next.game, next.message);
  actions.updateInvitation(next, before);
  finish(next);
  focusTurn(before);
  loadAnimation();
}

/** Show the changed scores, unless another player looks meanwhile. @param {View} next @param {View} before */
async function showScores(next, before) {
  const { showRound } = await import("../table/scores/between_rounds.js");
  if (view?.viewing === next.viewing && !isCovered()) await showRound(next, before, pause);
}

/** Remove what one player saw, before another one or another language. */
function hideTable() {
  clearTable();
  clearLog();
  hideRound();
}

/** Ask for the view of a seat, on a shared device. @param {number} seat */
function switchSeat(seat) {
  forgetTable();
  connection.send({ type: "look", seat });
  connection.hello(-1);
}

/** @param {View} next */
function finish(next) {
  if (!next.over) return;
  if (!resultShown) playSound("end");
  if (!resultShown || (next.rematch && byId("results").open)) actions.showResult();
  resultShown = true;
}

/**
 * At the start of a turn, scroll touchable things into view, or focus one for keyboard users.
 * @param {View | null} before
 */
function focusTurn(before) {
  if (!view?.yours || before?.version === view.version) return;
  const lost = document.activeElement === document.body;
  if (lost && document.body.classList.contains("keyboard")) focusFirst();
  else scrollToChoices();
  scrollToOwnArea(scrollLimit());
}

function refresh() {
  if (!view) return;
  const handlers = { ...actions, play, touch, cancelPath, takeBack, explain: toggleExplaining, hint: askForHint };
  drawQuestion(view, touches, { ...mode, thinking: isThinking() }, handlers);
  markTouchables(view, touches, view.yours && !mode.sending);
  fitBoard();
  markHint(view);
}

/** @param {string} id */
function touch(id) {
  if (!view || mode.sending) return;
  hideNotice();
  hideRound();
  if (pause.held) return pause.resume();
  if (mode.explaining) return askWhy([...touches.path, id]);
  if (!view.yours) return showNotice(view.game, explainWaiting(view));
  const meant = touches.next().has(id) ? undefined : touches.impliedAction(id);
  if (meant) return chooseWay(meant);
  const outcome = touches.touch(id);
  if (outcome.kind === "play") return play(outcome.action);
  if (outcome.kind === "why") return askWhy(outcome.path);
  refresh();
  scrollToChoices();
  scrollToOwnArea(scrollLimit());
  if (touches.isLimited()) connection.send({ type: "why", touch: touches.path });
}

/**
 * Select the only way in which the touched thing can be used, and say so, without acting yet.
 * @param {{way: string, action: import("../types/page").Action}} meant
 */
function chooseWay({ way, action }) {
  touches.path = [...touches.path, way];
  refresh();
  if (view) showNotice(view.game, word("ask.way", { sentence: action.sentence }));
}

/** @param {import("../types/page").Action} action */
function play(action) {
  if (!view || view.asked === null || mode.sending) return;
  hideNotice();
  hideRound();
  touches.clear();
  rememberTable();
  mode.sending = true;
  connection.move(view.version, view.asked, action.name);
  refresh();
}

/** @param {string[]} path */
function askWhy(path) {
  mode.explaining = false;
  refresh();
  const known = view && knownReason(view, touches, path);
  if (view && known) return showNotice(view.game, known);
  connection.send({ type: "why", touch: path });
}

function explainThing(/** @type {HTMLElement | null} */ target) {
  const id = target?.closest("[data-touch]")?.getAttribute("data-touch");
  if (!view || !id) return;
  if (!view.yours) return showNotice(view.game, explainWaiting(view));
  askWhy(touches.path.at(-1) === id ? touches.path : [...touches.path, id]);
}

function toggleExplaining() {
  mode.explaining = !mode.explaining;
  refresh();
}

function askForHint() {
  if (!view) return;
  requestHint(view, connection);
  refresh();
}

/** @param {import("../types/page").HintAnswer} hint */
function receiveHint(hint) {
  if (!view) return;
  showHint(view, hint);
  refresh();
}

/** @param {import("../types/page").Pong} pong */
function receivePong(pong) {
  setServerTime(pong.now);
  reloadIfOutdated(pong.page_version, isBusy);
}

/** Whether a reload would lose something: a decision, half of one, a text, a question, or the scores of a round. */
function isBusy() {
  const isDeciding = connection.unacknowledged.size > 0 || touches.path.length > 0 || mode.explaining || isThinking();
  return isDeciding || hasDraft() || byId("table-dialog").open || pause.held !== null;
}

function cancelPath() {
  touches.clear();
  mode.explaining = false;
  hideNotice();
  refresh();
}

function takeBack() {
  if (view?.can_take_back) connection.send({ type: "take_back", version: view.version });
}

/** @param {{rule: string | null, reason: string}} refusal */
function refused(refusal) {
  stopThinking();
  mode.sending = connection.unacknowledged.size > 0;
  showNotice(view?.game ?? "", word("refused", { reason: refusal.reason }), refusal.rule);
  refresh();
}

/** Touch where a thing was dropped. @param {string | null} under */
function drop(under) {
  const target = dropTarget(touches, under);
  if (target) touch(target);
  else cancelPath();
}

/** @param {string} id */
function dragStart(id) {
  if (mode.sending || mode.explaining || !touches.canPickUp(id)) return false;
  hideNotice();
  touches.pickUp(id);
  refresh();
  return true;
}

/** Redraw everything after a change of language, and ask for the view in that language. */
function redrawTexts() {
  resultShown = false;
  view = pause.end() ?? view;
  hideTable();
  hideNotice();
  byId("invitation").close();
  showConnection(byId("connection").className);
  connection.hello(-1);
}

async function begin() {
  restoreKeyboardMark();
  onLanguageChange(redrawTexts);
  const isFree = () => !mode.sending && !mode.explaining && !touches.path.length;
  const since = () => showNextEvent(view?.game ?? "");
  const buttons = { since, takeBack, cancelPath, leave: actions.leave, invite: actions.invite };
  listenToPage({ ...buttons, touch, dragStart, drop, why: explainThing, isFree });
  if (matchMedia("(max-width: 999px)").matches) byId("history").open = false;
  history.scrollRestoration = "manual"; // after a reload, the question decides what to scroll to
  observeSizes();
  await loadWords();
  connection.connect();
}

begin();
