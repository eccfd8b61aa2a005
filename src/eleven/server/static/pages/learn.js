// The tutorial of a game: a scripted game that the server has prepared. The learner makes the expected decisions on the
// same table as in any game; other touches are rejected with a hint what to touch instead.

import { get } from "../lib/api.js";
import { drawQuestion, hideNotice, scrollToOwnArea, scrollLimit, showNotice } from "../table/question/question_bar.js";
import { listenToDrags } from "../table/input/drag.js";
import { clearTable, drawTable, fitBoard, observeSizes } from "../table/drawing/draw.js";
import { LEVELS } from "../lib/choices.js";
import { byId, element, setText } from "../lib/element.js";
import { focusFirst, listenToShortcuts } from "../table/input/keyboard.js";
import { clearLog, drawLog } from "../table/log/log.js";
import { withLook } from "../lib/game_look.js";
import { listenToClicks, markTouchables, scrollToChoices } from "../table/input/touchable.js";
import { animateFrom, measurePositions } from "../table/effects/animation.js";
import { playAgainstBots } from "../lib/start_game.js";
import { Touches } from "../table/input/touch.js";
import { loadWords, onLanguageChange, word } from "../lib/words.js";

/** @typedef {import("../types/page").View} View */
/** @typedef {import("../types/page").Lesson} Lesson */

const REPLY_EVERY = 1100;
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const touches = new Touches();
touches.skipsWays = false;
/** @type {Lesson | null} */
let lesson = null;
let at = 0;
/** @type {View | null} */
let view = null;
/** Counts the started steps, so that a delayed reply of an earlier step is not shown. */
let startedSteps = 0;

/** @param {View} next */
function show(next) {
  const before = view;
  view = next;
  const positions = measurePositions();
  touches.setActions(next.actions);
  drawTable(next);
  drawLog(next);
  animateFrom(before ? positions : [], false);
  refresh();
}

function refresh() {
  if (!view) return;
  const none = () => undefined;
  const asking = { ...view, yours: view.actions.length > 0, rules: [], hints: false };
  const mode = { sending: false, explaining: false, thinking: false };
  const unused = { takeBack: none, hint: none, rules: none, leave: none, showResult: none, away: none, takeOver: none };
  drawQuestion(asking, touches, mode, { play, touch, cancelPath, explain: repeatInstruction, ...unused });
  markTouchables(asking, touches, asking.yours);
  fitBoard();
}

function begin() {
  if (!lesson) return;
  startedSteps++;
  hideNotice();
  const step = lesson.steps[at];
  setText(byId("progress"), word("learn.step", { number: at + 1, count: lesson.steps.length }));
  setText(byId("lesson"), step.text);
  const next = element("button", { type: "button", class: "primary", id: "next", onclick: showReplies }, word("learn.next"));
  byId("lesson-buttons").replaceChildren(...(step.view.actions.length ? [] : [next]));
  show(step.view);
  focusStep(next);
}

/** Focus the next thing for keyboard users, or scroll marked things into view. @param {HTMLElement} next */
function focusStep(next) {
  const byKeys = document.body.classList.contains("keyboard");
  if (byKeys && next.isConnected) next.focus();
  else if (byKeys && document.activeElement === document.body) focusFirst();
  else scrollToChoices();
  scrollToOwnArea(scrollLimit());
}

/** Show the effect of the decision, then the replies one by one, then the next step. */
async function showReplies() {
  if (!lesson) return;
  const mine = ++startedSteps;
  byId("lesson-buttons").replaceChildren();
  const { then } = lesson.steps[at];
  for (const [number, reply] of then.entries()) {
    if (number) await new Promise((done) => setTimeout(done, REPLY_EVERY));
    if (mine !== startedSteps) return;
    show(reply);
  }
  if (then.length > 1) await new Promise((done) => setTimeout(done, REPLY_EVERY));
  if (mine !== startedSteps) return;
  at++;
  if (at < lesson.steps.length) begin();
  else finish();
}

function finish() {
  if (!lesson) return;
  setText(byId("progress"), word("learn.done"));
  setText(byId("lesson"), lesson.end);
  if (view) show({ ...view, actions: [], yours: false });
  byId("lesson-buttons").replaceChildren(
    element("button", { type: "button", class: "primary", id: "play-for-real", onclick: playForReal }, word("learn.play")),
    element("button", { type: "button", class: "quiet", onclick: restart }, word("learn.again")),
    element("a", { class: "button quiet", href: `/rules/${game}` }, word("menu.rules")),
    element("a", { class: "button quiet", href: "/" }, word("end.home")));
  byId("coach").focus();
}

function restart() {
  at = 0;
  view = null;
  clearTable();
  clearLog();
  begin();
}

/** Start a real game against the weakest bots. */
async function playForReal() {
  const all = /** @type {import("../types/games").GameInfo[]} */ (await get("/api/games"));
  const found = all.find((each) => each.id === game);
  if (found) await playAgainstBots(found, localStorage.getItem("name") ?? "", LEVELS[0]);
}

/** @param {string} id */
function touch(id) {
  if (!view) return;
  hideNotice();
  const meant = touches.next().has(id) ? undefined : touches.impliedAction(id);
  if (meant) {
    touches.path = [...touches.path, meant.way];
    refresh();
    return showNotice(game, word("ask.way", { sentence: meant.action.sentence }));
  }
  const outcome = touches.touch(id);
  if (outcome.kind === "play") play();
  else if (outcome.kind === "why") repeatInstruction();
  else {
    refresh();
    scrollToChoices();
    scrollToOwnArea(scrollLimit());
  }
}

function play() {
  hideNotice();
  touches.clear();
  showReplies();
}

/** Repeat the instruction, because something else was touched. */
function repeatInstruction() {
  const wanted = view?.actions[0];
  showNotice(game, wanted ? word("learn.other", { sentence: wanted.sentence }) : word("learn.wait"));
}

function cancelPath() {
  touches.clear();
  hideNotice();
  refresh();
}

/** @param {string} id */
function dragStart(id) {
  if (!touches.canPickUp(id)) return false;
  hideNotice();
  touches.pickUp(id);
  refresh();
  return true;
}

async function load() {
  await loadWords();
  try {
    lesson = await get(`/api/lessons/${encodeURIComponent(game)}`);
  } catch (failure) {
    return showNotice("", /** @type {Error} */ (failure).message);
  }
  if (!lesson) return;
  document.title = word("page.learn", { title: lesson.title });
  setText(byId("title"), lesson.title);
  view = null;
  clearTable();
  clearLog();
  withLook(game, () => (at < (lesson?.steps.length ?? 0) ? begin() : finish()));
}

listenToClicks(touch);
listenToShortcuts({ escape: cancelPath, why: repeatInstruction, takeBack: () => undefined, since: () => undefined });
listenToDrags({ dragStart, drop: (id) => (id ? touch(id) : cancelPath()), why: repeatInstruction });
if (matchMedia("(max-width: 999px)").matches) byId("history").open = false;
observeSizes();
onLanguageChange(load);
load();
