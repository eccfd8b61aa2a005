// The table page: draws incoming views, and sends touches as moves. It knows no game's rules.

import { requestHint, isThinking, markHint, showHint, stopThinking } from "../table/question/hint.js";
import { drawQuestion, hideNotice, scrollToOwnArea, knownReason, scrollLimit, explainWaiting, showNotice } from "../table/question/question_bar.js";
import { drawOptionalParts } from "../table/lazy_parts.js";
import { clearTable, drawTable, fitBoard, observeSizes } from "../table/drawing/draw.js";
import { byId } from "../lib/element.js";
import { drawHeading, hasLeft } from "../table/heading.js";
import { listenToSoundSwitch, playSound } from "../table/effects/sound_switch.js";
import { clearLog, drawLog } from "../table/log/log.js";
import { withLook } from "../lib/game_look.js";
import { listenToMenu } from "../lib/menu.js";
import { listenToAnimationSpeed } from "../table/effects/animation_speed.js";
import { rememberTable, forgetTable, markChanges, showNextEvent } from "../table/log/since_last_turn.js";
import { markTouchables, numberedChoices, scrollToChoices } from "../table/input/touchable.js";
import { countScores, animateFrom, loadAnimation, measurePositions } from "../table/effects/lazy_animation.js";
import { RoundPause } from "../table/scores/round_pause.js";
import { isCovered, hideCover, showCover } from "../table/dialogs/hot_seat_cover.js";
import { Touches } from "../table/input/touch.js";
import { Connection, showConnection } from "../table/connection.js";
import { listenToShortcuts } from "../table/input/keyboard.js";
import { loadWords, onLanguageChange, word } from "../lib/words.js";

/** @typedef {import("../lib/types").View} View */

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const touches = new Touches();
const mode = { sending: false, explaining: false };
const pause = new RoundPause(show);
/** @type {View | null} */
let view = null;
/** @type {number | null} the seat of the person at the screen, on a shared device */
let seatAtScreen = null;
let resultShown = false;

const connection = new Connection(table, { view: (next) => withLook(next.game, () => receiveView(next)), state: showConnection, refused, why: (why) => showNotice(view?.game ?? "", why.rule ? why.reason : `${why.reason} ${view?.question ?? ""}`, why.rule, why.case), hint: (said) => view && (showHint(view, said), refresh()), error: (reason) => showNotice("", reason) });

/** Modules that the first view does not need are loaded on demand. */
const results = () => import("../table/scores/results.js");
const tableActions = () => import("../table/table_actions.js");
const dialogs = () => import("../table/dialogs/dialogs.js");
const luckShare = () => import("../table/shuffle/luck_share.js");

/** Whether the same player is still looking, because messages are only for them. @param {View} seen */
const isStillFor = (seen) => view?.viewing === seen.viewing && !isCovered();

const hideRound = () => (byId("round-scores").hidden = true);

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
  luckShare().then(({ addShare }) => addShare(next, connection, (warning) => showNotice(next.game, warning)));
  if (coverIfNeeded(next)) return;
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
  if ((scored || pause.held) && before) import("../table/scores/between_rounds.js").then(({ showRound }) => (isStillFor(next) ? showRound(next, before, pause) : undefined));
  if (next.message && next.message !== before?.message) showNotice(next.game, next.message);
  updateInvitation(next, before);
  finish(next);
  focusTurn(before);
}

/**
 * On a shared device, cover the table between players until the next one confirms that they are there.
 * @param {View} next
 */
function coverIfNeeded(next) {
  if (next.hot_seat.length < 2 || next.stage === "waiting") return false;
  const wanted = next.asked !== null && next.hot_seat.includes(next.asked) ? next.asked : (seatAtScreen ?? next.you);
  if (next.over || wanted === null || (wanted === seatAtScreen && wanted === next.you)) return false;
  if (seatAtScreen !== wanted || !isCovered()) showCover(next, wanted, () => switchSeat(wanted));
  clearTable();
  clearLog();
  hideRound();
  return true;
}

/** Ask for the view of a seat, which hides the cover. @param {number} seat */
function switchSeat(seat) {
  seatAtScreen = seat;
  forgetTable();
  connection.send({ type: "look", seat });
  connection.hello(-1);
}

/** Show the invitation links while the table waits for players, and hide them when the game begins. @param {View} next @param {View | null} before */
function updateInvitation(next, before) {
  const waiting = next.stage === "waiting" && next.you !== null && next.seats.some((seat) => seat.kind === "open");
  if (waiting && !before) dialogs().then(({ showInvitation }) => showInvitation(next, () => view?.stage === "waiting"));
  if (!waiting && before?.stage === "waiting") byId("invitation").close();
}

/** @param {View} next */
function finish(next) {
  if (!next.over) return;
  if (!resultShown) playSound("end");
  if (!resultShown || (next.rematch && byId("results").open)) openResult();
  resultShown = true;
}

/** Show the result with its buttons; the dialog can be closed and opened again. */
function openResult() {
  const seen = view;
  if (seen?.over) results().then(({ showResults }) => showResults(seen, (level) => attempt(async () => (await tableActions()).rematch(table, level)), async (next) => (await tableActions()).goToRematch(next)));
}

/** At the start of a turn, scroll touchable things into view, or focus one for keyboard users. @param {View | null} before */
function focusTurn(before) {
  if (!view?.yours || before?.version === view.version) return;
  const lost = document.activeElement === document.body;
  if (lost && document.body.classList.contains("keyboard")) numberedChoices()[0]?.focus();
  else scrollToChoices();
  scrollToOwnArea(scrollLimit());
}

function refresh() {
  if (!view) return;
  drawQuestion(view, touches, { ...mode, thinking: isThinking() }, { play, touch, cancelPath, takeBack, explain: toggleExplaining, hint: askForHint, rules, returnToTable: leave, result: openResult, away, takeOver: (seat, level) => attempt(async () => (await tableActions()).takeOver(table, seat, level)) });
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

/** Select the only way in which the touched thing can be used, and say so, without acting yet. @param {{way: string, action: import("../lib/types").Action}} meant */
function chooseWay({ way, action }) {
  touches.path = [...touches.path, way];
  refresh();
  if (view) showNotice(view.game, word("ask.way", { sentence: action.sentence }));
}

/** @param {import("../lib/types").Action} action */
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

const askForHint = () => view && (requestHint(view, connection), refresh());

const rules = () => attempt(async () => view && (await dialogs()).showRules(view));

/** Leave the table after a confirmation, or come back. */
function leave() {
  if (!view) return;
  const seen = view;
  const go = () => attempt(async () => (await tableActions()).leaveOrReturn(table, seen.you, hasLeft(seen)));
  return hasLeft(seen) ? go() : dialogs().then(({ confirmLeaving }) => confirmLeaving(seen, go));
}

const away = () => import("../table/clock/away_days.js").then(({ showAwayDays }) => view && showAwayDays(view));

function cancelPath() {
  touches.clear();
  mode.explaining = false;
  hideNotice();
  refresh();
}

const takeBack = () => view?.can_take_back && connection.send({ type: "take_back", version: view.version });

/** @param {() => Promise<any>} action */
async function attempt(action) {
  try {
    await action();
  } catch (failure) {
    showNotice(view?.game ?? "", /** @type {Error} */ (failure).message);
  }
}

/** @param {{rule: string | null, reason: string}} refusal */
function refused(refusal) {
  stopThinking();
  mode.sending = connection.unacknowledged.size > 0;
  showNotice(view?.game ?? "", word("refused", { reason: refusal.reason }), refusal.rule);
  refresh();
}

/** @param {string | null} target */
const dropOn = (target) => (target ? touch(target) : cancelPath());

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
  clearTable();
  clearLog();
  hideRound();
  hideNotice();
  byId("invitation").close();
  showConnection(byId("connection").className);
  connection.hello(-1);
}

async function begin() {
  onLanguageChange(redrawTexts);
  for (const part of ["seats", "table"]) {
    byId(part).addEventListener("click", (/** @type {Event} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target).closest("[data-touch]");
      if (target) touch(target.getAttribute("data-touch") ?? "");
    });
  }
  listenToMenu();
  listenToSoundSwitch(byId("sound"));
  loadWords().then(() => listenToAnimationSpeed(byId("pace")));
  byId("share").addEventListener("click", () => view && dialogs().then(({ showInvitation }) => view && showInvitation(view)));
  byId("leave").addEventListener("click", leave);
  const since = () => showNextEvent(view?.game ?? "");
  byId("latest-event").addEventListener("click", since);
  listenToShortcuts({ escape: cancelPath, why: explainThing, takeBack, since });
  import("../table/input/drag.js").then(({ dropTarget, listenToDrags }) => listenToDrags({ dragStart, drop: (id) => dropOn(dropTarget(touches, id)), why: explainThing }));
  import("../table/question/tooltip.js").then(({ listenToHover }) => listenToHover(() => !mode.sending && !mode.explaining && !touches.path.length));
  if (matchMedia("(max-width: 999px)").matches) byId("history").open = false;
  history.scrollRestoration = "manual"; // after a reload, the question decides what to scroll to
  observeSizes();
  await loadWords();
  connection.connect();
  loadAnimation();
}

begin();
