// The table page: draws incoming views, and sends touches as moves. It knows no game's rules.

import { askHint, isThinking, markHint, showHint, stopThinking } from "../table/question/hint.js";
import { drawQuestion, hush, keepOwnInSight, knownReason, leastInSight, notNow, notice } from "../table/question/question_bar.js";
import { drawOptionalParts, setTime } from "../table/lazy_parts.js";
import { clearTable, drawTable, fitBoard, watchSizes } from "../table/drawing/draw.js";
import { byId } from "../lib/element.js";
import { drawHeading, hasLeft } from "../table/heading.js";
import { listenToSoundSwitch, sound } from "../table/effects/sound_switch.js";
import { focusFirst, listenToKeys } from "../table/input/keyboard.js";
import { clearLog, drawLog } from "../table/log/log.js";
import { withLook } from "../lib/game_look.js";
import { listenToMenu } from "../lib/menu.js";
import { listenToAnimationSpeed } from "../table/effects/animation_speed.js";
import { decided, forgetSince, markSince, stepSince } from "../table/log/since_last_turn.js";
import { mark, reveal } from "../table/input/touchable.js";
import { countScores, moveFrom, remember } from "../table/effects/animation.js";
import { RoundPause } from "../table/scores/round_pause.js";
import { isCovered, liftCurtain, lowerCurtain } from "../table/dialogs/hot_seat_cover.js";
import { Touches } from "../table/input/touch.js";
import { Connection, showConnection } from "../table/connection.js";
import { loadWords, onLanguage, word } from "../lib/words.js";

/** @typedef {import("../lib/types").View} View */

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const touches = new Touches();
const mode = { sending: false, explaining: false };
const pause = new RoundPause(show);
/** @type {View | null} */
let view = null;
/** @type {number | null} the seat of the person at the screen, on a shared device */
let looking = null;
let ended = false;

const connection = new Connection(table, { view: (next) => withLook(next.game, () => viewed(next)), state: showConnection, refused, why: (why) => notice(view?.game ?? "", why.rule ? why.reason : `${why.reason} ${view?.question ?? ""}`, why.rule, why.case), hint: (said) => view && (showHint(view, said), refresh()), error: (reason) => notice("", reason), time: setTime });

/** Modules that the first view does not need are loaded on demand. */
const results = () => import("../table/scores/results.js");
const requests = () => import("../table/table_actions.js");
const dialogs = () => import("../table/dialogs/dialogs.js");
const luckShare = () => import("../table/shuffle/luck_share.js");

/** Whether the same player is still looking, because messages are only for them. @param {View} seen */
const isStillFor = (seen) => view?.viewing === seen.viewing && !isCovered();

const hideRound = () => (byId("round").hidden = true);

/** @param {View} next */
function viewed(next) {
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
  luckShare().then(({ addShare }) => addShare(next, connection, (warning) => notice(next.game, warning)));
  if (curtained(next)) return;
  liftCurtain();
  const spots = remember();
  touches.renew(next.yours ? next.actions : []);
  drawTable(next);
  drawLog(next);
  refresh();
  const fresh = before?.stage === "waiting" && next.stage === "playing";
  markSince(next);
  const seen = moveFrom(before?.viewing === next.viewing ? spots : [], fresh);
  const scored = countScores(next, before);
  sound(scored ? "score" : next.yours && !before?.yours ? "yours" : seen);
  if ((scored || pause.held) && before) import("../table/scores/between_rounds.js").then(({ showRound }) => (isStillFor(next) ? showRound(next, before, pause) : undefined));
  if (next.message && next.message !== before?.message) notice(next.game, next.message);
  invite(next, before);
  finish(next);
  attend(before);
}

/**
 * On a shared device, cover the table between players until the next one confirms that they are there.
 * @param {View} next
 */
function curtained(next) {
  if (next.hot_seat.length < 2 || next.stage === "waiting") return false;
  const wanted = next.asked !== null && next.hot_seat.includes(next.asked) ? next.asked : (looking ?? next.you);
  if (next.over || wanted === null || (wanted === looking && wanted === next.you)) return false;
  if (looking !== wanted || !isCovered()) lowerCurtain(next, wanted, () => look(wanted));
  clearTable();
  clearLog();
  hideRound();
  return true;
}

/** Ask for the view of a seat, which lifts the curtain. @param {number} seat */
function look(seat) {
  looking = seat;
  forgetSince();
  connection.send({ type: "look", seat });
  connection.hello(-1);
}

/** Show the invitation links while the table waits for players, and hide them when the game begins. @param {View} next @param {View | null} before */
function invite(next, before) {
  const waiting = next.stage === "waiting" && next.you !== null && next.seats.some((seat) => seat.kind === "open");
  if (waiting && !before) dialogs().then(({ showInvitation }) => showInvitation(next, () => view?.stage === "waiting"));
  if (!waiting && before?.stage === "waiting") byId("invitation").close();
}

/** @param {View} next */
function finish(next) {
  if (!next.over) return;
  if (!ended) sound("end");
  if (!ended || (next.rematch && byId("ending").open)) result();
  ended = true;
}

/** Show the result with its buttons; the dialog can be closed and opened again. */
function result() {
  const seen = view;
  if (seen?.over) results().then(({ showEnding }) => showEnding(seen, (level) => attempt(async () => (await requests()).rematch(table, level)), async (next) => (await requests()).follow(next)));
}

/** At the start of a turn, scroll touchable things into view, or focus one for keyboard users. @param {View | null} before */
function attend(before) {
  if (!view?.yours || before?.version === view.version) return;
  const lost = document.activeElement === document.body;
  if (lost && document.body.classList.contains("keys")) focusFirst();
  else reveal();
  keepOwnInSight(leastInSight());
}

function refresh() {
  if (!view) return;
  drawQuestion(view, touches, { ...mode, thinking: isThinking() }, { play, touch, putBack, takeBack, explain, hint, rules, comeBack: leave, result, away, takeOver: (seat, level) => attempt(async () => (await requests()).takeOver(table, seat, level)) });
  mark(view, touches, view.yours && !mode.sending);
  fitBoard();
  markHint(view);
}

/** @param {string} id */
function touch(id) {
  if (!view || mode.sending) return;
  hush();
  hideRound();
  if (pause.held) return pause.nod();
  if (mode.explaining) return askWhy([...touches.path, id]);
  if (!view.yours) return notice(view.game, notNow(view));
  const meant = touches.next().has(id) ? undefined : touches.meant(id);
  if (meant) return choose(meant);
  const outcome = touches.touch(id);
  if (outcome.kind === "play") return play(outcome.action);
  if (outcome.kind === "why") return askWhy(outcome.path);
  refresh();
  reveal();
  keepOwnInSight(leastInSight());
  if (touches.isLimited()) connection.send({ type: "why", touch: touches.path });
}

/** Select the only way in which the touched thing can be used, and say so, without acting yet. @param {{way: string, action: import("../lib/types").Action}} meant */
function choose({ way, action }) {
  touches.path = [...touches.path, way];
  refresh();
  if (view) notice(view.game, word("ask.way", { sentence: action.sentence }));
}

/** @param {import("../lib/types").Action} action */
function play(action) {
  if (!view || view.asked === null || mode.sending) return;
  hush();
  hideRound();
  touches.clear();
  decided();
  mode.sending = true;
  connection.move(view.version, view.asked, action.name);
  refresh();
}

/** @param {string[]} path */
function askWhy(path) {
  mode.explaining = false;
  refresh();
  const known = view && knownReason(view, touches, path);
  if (view && known) return notice(view.game, known);
  connection.send({ type: "why", touch: path });
}

function whyOf(/** @type {HTMLElement | null} */ target) {
  const id = target?.closest("[data-touch]")?.getAttribute("data-touch");
  if (!view || !id) return;
  if (!view.yours) return notice(view.game, notNow(view));
  askWhy(touches.path.at(-1) === id ? touches.path : [...touches.path, id]);
}

function explain() {
  mode.explaining = !mode.explaining;
  refresh();
}

const hint = () => view && (askHint(view, connection), refresh());

const rules = () => attempt(async () => view && (await dialogs()).showRules(view));

/** Leave the table after a confirmation, or come back. */
function leave() {
  if (!view) return;
  const seen = view;
  const go = () => attempt(async () => (await requests()).leaveOrReturn(table, seen.you, hasLeft(seen)));
  return hasLeft(seen) ? go() : dialogs().then(({ confirmLeaving }) => confirmLeaving(seen, go));
}

const away = () => import("../table/clock/away_days.js").then(({ showAwayDays }) => view && showAwayDays(view));

function putBack() {
  touches.clear();
  mode.explaining = false;
  hush();
  refresh();
}

const takeBack = () => view?.can_take_back && connection.send({ type: "take_back", version: view.version });

/** @param {() => Promise<any>} deed */
async function attempt(deed) {
  try {
    await deed();
  } catch (failure) {
    notice(view?.game ?? "", /** @type {Error} */ (failure).message);
  }
}

/** @param {{rule: string | null, reason: string}} refusal */
function refused(refusal) {
  stopThinking();
  mode.sending = connection.unacknowledged.size > 0;
  notice(view?.game ?? "", word("refused", { reason: refusal.reason }), refusal.rule);
  refresh();
}

/** @param {string | null} target */
const drop = (target) => (target ? touch(target) : putBack());

/** @param {string} id */
function carry(id) {
  if (mode.sending || mode.explaining || !touches.leadsOn(id)) return false;
  hush();
  touches.carry(id);
  refresh();
  return true;
}

/** Redraw everything after a change of language, and ask for the view in that language. */
function retell() {
  ended = false;
  view = pause.end() ?? view;
  clearTable();
  clearLog();
  hideRound();
  hush();
  byId("invitation").close();
  showConnection(byId("connection").className);
  connection.hello(-1);
}

async function begin() {
  onLanguage(retell);
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
  const since = () => stepSince(view?.game ?? "");
  byId("latest").addEventListener("click", since);
  listenToKeys({ escape: putBack, why: whyOf, takeBack, since });
  import("../table/input/drag.js").then(({ dropTarget, listenToDrags }) => listenToDrags({ carry, drop: (id) => drop(dropTarget(touches, id)), why: whyOf }));
  import("../table/question/tooltip.js").then(({ listenToPointing }) => listenToPointing(() => !mode.sending && !mode.explaining && !touches.path.length));
  if (matchMedia("(max-width: 999px)").matches) byId("history").open = false;
  history.scrollRestoration = "manual"; // after a reload, the question decides what to scroll to
  watchSizes();
  await loadWords();
  connection.connect();
}

begin();
