// The tutorial of a game: a scripted game that the server has prepared. The learner makes the expected decisions on the
// same table as in any game; other touches are rejected with a hint what to touch instead.

import { get, post } from "../lib/api.js";
import { drawQuestion, hush, keepOwnInSight, leastInSight, notice } from "../table/question/question_bar.js";
import { listenToDrags } from "../table/input/drag.js";
import { clearTable, drawTable, fitBoard, watchSizes } from "../table/drawing/draw.js";
import { LEVELS } from "../lib/choices.js";
import { byId, element, say } from "../lib/element.js";
import { focusFirst, listenToKeys } from "../table/input/keyboard.js";
import { clearLog, drawLog } from "../table/log/log.js";
import { withLook } from "../lib/game_look.js";
import { mark, reveal } from "../table/input/touchable.js";
import { moveFrom, remember } from "../table/effects/animation.js";
import { Touches } from "../table/input/touch.js";
import { loadWords, onLanguage, word } from "../lib/words.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Lesson} Lesson */

const REPLY_EVERY = 1100;
const MOST_AT_ONCE = 4;
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const touches = new Touches();
touches.skipsWays = false;
/** @type {Lesson | null} */
let lesson = null;
let at = 0;
/** @type {View | null} */
let view = null;
/** Counts the started steps, so that a delayed reply of an earlier step is not shown. */
let begun = 0;

/** @param {View} next */
function show(next) {
  const before = view;
  view = next;
  const spots = remember();
  touches.renew(next.actions);
  drawTable(next);
  drawLog(next);
  moveFrom(before ? spots : [], false);
  refresh();
}

function refresh() {
  if (!view) return;
  const none = () => undefined;
  const asking = { ...view, yours: view.actions.length > 0, rules: [], hints: false };
  const mode = { sending: false, explaining: false, thinking: false };
  drawQuestion(asking, touches, mode, { play, touch, putBack, explain: remind, takeBack: none, hint: none, rules: none, comeBack: none, result: none, away: none, takeOver: none });
  mark(asking, touches, asking.yours);
  fitBoard();
}

function begin() {
  if (!lesson) return;
  begun++;
  hush();
  const step = lesson.steps[at];
  say(byId("progress"), word("learn.step", { number: at + 1, count: lesson.steps.length }));
  say(byId("lesson"), step.text);
  const next = element("button", { type: "button", class: "primary", id: "next", onclick: follow }, word("learn.next"));
  byId("ways").replaceChildren(...(step.view.actions.length ? [] : [next]));
  show(step.view);
  attend(next);
}

/** Focus the next thing for keyboard users, or scroll marked things into view. @param {HTMLElement} next */
function attend(next) {
  const byKeys = document.body.classList.contains("keys");
  if (byKeys && next.isConnected) next.focus();
  else if (byKeys && document.activeElement === document.body) focusFirst();
  else reveal();
  keepOwnInSight(leastInSight());
}

/** Show the effect of the decision, then the replies one by one, then the next step. */
async function follow() {
  if (!lesson) return;
  const mine = ++begun;
  byId("ways").replaceChildren();
  const { then } = lesson.steps[at];
  for (const [number, reply] of then.entries()) {
    if (number) await new Promise((done) => setTimeout(done, REPLY_EVERY));
    if (mine !== begun) return;
    show(reply);
  }
  if (then.length > 1) await new Promise((done) => setTimeout(done, REPLY_EVERY));
  if (mine !== begun) return;
  at++;
  if (at < lesson.steps.length) begin();
  else finish();
}

function finish() {
  if (!lesson) return;
  say(byId("progress"), word("learn.done"));
  say(byId("lesson"), lesson.end);
  if (view) show({ ...view, actions: [], yours: false });
  byId("ways").replaceChildren(
    element("button", { type: "button", class: "primary", id: "real", onclick: playForReal }, word("learn.play")),
    element("button", { type: "button", class: "quiet", onclick: again }, word("learn.again")),
    element("a", { class: "button quiet", href: `/rules/${game}` }, word("menu.rules")),
    element("a", { class: "button quiet", href: "/" }, word("end.home")));
  byId("coach").focus();
}

function again() {
  at = 0;
  view = null;
  clearTable();
  clearLog();
  begin();
}

/** Start a real game against the weakest bots. */
async function playForReal() {
  const all = /** @type {import("../lib/games").GameInfo[]} */ (await get("/api/games"));
  const { players: counts } = /** @type {import("../lib/games").GameInfo} */ (all.find((each) => each.id === game));
  const players = Math.max(...counts.filter((count) => count <= MOST_AT_ONCE));
  const me = { kind: "me", name: localStorage.getItem("name") ?? "" };
  const made = await post("/api/tables", { game, seats: [me, ...Array(players - 1).fill({ kind: "bot", level: LEVELS[0] })], public: false });
  location.assign(`/table/${made.table}`);
}

/** @param {string} id */
function touch(id) {
  if (!view) return;
  hush();
  const meant = touches.next().has(id) ? undefined : touches.meant(id);
  if (meant) {
    touches.path = [...touches.path, meant.way];
    refresh();
    return notice(game, word("ask.way", { sentence: meant.action.sentence }));
  }
  const outcome = touches.touch(id);
  if (outcome.kind === "play") play();
  else if (outcome.kind === "why") remind();
  else {
    refresh();
    reveal();
    keepOwnInSight(leastInSight());
  }
}

function play() {
  hush();
  touches.clear();
  follow();
}

/** Repeat the instruction, because something else was touched. */
function remind() {
  const wanted = view?.actions[0];
  notice(game, wanted ? word("learn.other", { sentence: wanted.sentence }) : word("learn.wait"));
}

function putBack() {
  touches.clear();
  hush();
  refresh();
}

/** @param {string} id */
function carry(id) {
  if (!touches.leadsOn(id)) return false;
  hush();
  touches.carry(id);
  refresh();
  return true;
}

async function load() {
  await loadWords();
  try {
    lesson = await get(`/api/lessons/${encodeURIComponent(game)}`);
  } catch (failure) {
    return notice("", /** @type {Error} */ (failure).message);
  }
  if (!lesson) return;
  document.title = word("page.learn", { title: lesson.title });
  say(byId("title"), lesson.title);
  view = null;
  clearTable();
  clearLog();
  withLook(game, () => (at < (lesson?.steps.length ?? 0) ? begin() : finish()));
}

for (const part of ["seats", "table"]) {
  byId(part).addEventListener("click", (/** @type {Event} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target).closest("[data-touch]");
    if (target) touch(target.getAttribute("data-touch") ?? "");
  });
}
listenToKeys({ escape: putBack, why: remind, takeBack: () => undefined, since: () => undefined });
listenToDrags({ carry, drop: (id) => (id ? touch(id) : putBack()), why: remind });
if (matchMedia("(max-width: 999px)").matches) byId("history").open = false;
watchSizes();
onLanguage(load);
load();
