// The replay page: a finished game step by step, as any seat saw it or with all cards visible.

import { get, post } from "../lib/api.js";
import { copyButton } from "../lib/copy.js";
import { attempt } from "../lib/show_errors.js";
import { drawTable, layBoard } from "../table/drawing/draw.js";
import { byId, element, setText } from "../lib/element.js";
import { withLook } from "../lib/game_look.js";
import { listenToMenu } from "../lib/menu.js";
import { animateFrom, measurePositions } from "../table/effects/animation.js";
import { openPlayOnDialog } from "../replay/play_on.js";
import { drawReview, listenToReview, moveReviewCursor } from "../replay/review.js";
import { drawButtons, drawMarks, drawEventList, listenToReplayShortcuts, highlightStep } from "../replay/timeline.js";
import { language, loadWords, onLanguageChange, word } from "../lib/words.js";

/** @typedef {import("../types/replays").ReplayPage} ReplayPage */
/** @typedef {import("../types/page").View} View */

const STEP_EVERY = 1500;
const PREFETCH = 2;

const [, , given = "", key = ""] = location.pathname.split("/").map(decodeURIComponent);
/** @type {Map<string, Promise<View>>} cached views, by seat, step and language */
let cachedViews = new Map();
/** @type {ReplayPage | null} */
let replay = null;
let viewer = "open";
let step = 0;
/** @type {string | null} the viewer whose view is currently drawn */
let drawnViewer = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let playing;

/** An API path of this replay. @param {string} [part] @param {Record<string, unknown>} [query] */
function apiPath(part = "", query = {}) {
  const asked = new URLSearchParams({ ...(key && { key }), ...query });
  return `/api/replays/${replay?.replay ?? given}${part}${asked.size ? `?${asked}` : ""}`;
}

/** @param {number} at @returns {Promise<View>} */
function viewAt(at) {
  const name = `${viewer} ${at} ${language()}`;
  const found = cachedViews.get(name) ?? get(apiPath("/view", { seat: viewer, step: at }));
  cachedViews.set(name, found);
  found.catch(() => cachedViews.delete(name));
  return found;
}

/** Show a step; if another one is requested meanwhile, the earlier request is dropped. @param {number} wanted */
async function goToStep(wanted) {
  if (!replay) return;
  step = Math.max(0, Math.min(replay.last, wanted));
  highlightStep(replay, step);
  moveReviewCursor(step);
  history.replaceState(null, "", `#${step}/${viewer}`);
  const [at, as] = [step, viewer];
  await attempt(async () => {
    const view = await viewAt(at);
    if (at !== step || as !== viewer) return;
    withLook(view.game, () => draw(view));
    for (let next = at + 1; next <= Math.min(at + PREFETCH, replay?.last ?? 0); next++) viewAt(next);
  });
}

/** @param {View} view */
function draw(view) {
  const positions = measurePositions();
  drawTable(view);
  if (drawnViewer === view.viewing) animateFrom(positions);
  drawnViewer = view.viewing;
  for (const thing of document.querySelectorAll("#table .thing, #seats .seat")) {
    thing.setAttribute("aria-label", /** @type {HTMLElement} */ (thing).dataset.name ?? thing.getAttribute("aria-label") ?? "");
    thing.setAttribute("tabindex", "-1");
  }
  showResult(view);
}

/** Show the score sheet next to the table at the end. @param {View} view */
async function showResult(view) {
  const place = byId("result");
  const sheet = view.over && (await import("../table/scores/score_sheet.js")).scoreSheet(view);
  place.hidden = !sheet || view.version !== step;
  if (sheet) place.replaceChildren(sheet);
}

function play() {
  if (playing) return pause();
  if (replay && step >= replay.last) goToStep(0);
  byId("play").setAttribute("aria-pressed", "true");
  const on = async () => {
    await goToStep(step + 1);
    if (!playing) return;
    if (replay && step < replay.last) playing = setTimeout(on, STEP_EVERY);
    else pause();
  };
  playing = setTimeout(on, STEP_EVERY / 3);
}

function pause() {
  clearTimeout(playing);
  playing = undefined;
  byId("play").setAttribute("aria-pressed", "false");
}

/** Go to the next or previous start of a turn or round. @param {number} way */
function leap(way) {
  const marked = replay?.story.filter((row) => row.mark).map((row) => row.step) ?? [];
  const next = way > 0 ? marked.find((at) => at > step) : marked.findLast((at) => at < step);
  if (next !== undefined) jump(next);
}

/** Go to a step manually, which stops automatic playback. @param {number} wanted */
function jump(wanted) {
  pause();
  goToStep(wanted);
}

/** Switch to the view of another seat; if that fails, stay with the last one. @param {string} chosen */
async function switchViewer(chosen) {
  viewer = chosen;
  if (await attempt(load)) goToStep(step);
  else if (viewer === chosen) viewer = byId("viewer").value = replay?.viewing ?? "open";
}

/** Load the game as the chosen viewer sees it, unless another one is chosen meanwhile. */
async function load() {
  const asked = viewer;
  const loaded = /** @type {ReplayPage} */ (await get(apiPath("", { seat: asked })));
  if (asked !== viewer) return;
  replay = loaded;
  document.title = word("page.replay", { title: replay.title });
  setText(byId("title"), word("replay.title", { title: replay.title }));
  byId("player").hidden = false;
  /** @type {HTMLElement} */ (document.querySelector(".layout")).hidden = false;
  byId("log-file").href = apiPath("/log");
  byId("log-file").hidden = false;
  byId("share").hidden = replay.share === null;
  drawViewers(replay);
  drawButtons({ jump, leap, play, now: () => step, last: () => replay?.last ?? 0 });
  drawMarks(replay);
  drawEventList(replay, jump);
}

/** @param {ReplayPage} game */
function drawViewers(game) {
  const names = Object.fromEntries(game.seats.map((seat) => [seat.token, seat.name]));
  const said = { open: word("replay.viewer.open"), spectator: word("replay.viewer.spectator") };
  const nameOf = (/** @type {string} */ token) => said[/** @type {"open"} */ (token)] ?? word("replay.viewer.seat", { name: names[token] });
  byId("viewer").replaceChildren(...game.viewers.toReversed().map((token) => element("option", { value: token }, nameOf(token))));
  byId("viewer").value = viewer;
}

/** Show links for sharing: to the whole game, and to this step. */
function openShareDialog() {
  const dialog = byId("share-dialog");
  const link = `${location.origin}${replay?.share}`;
  const field = (/** @type {string} */ label, /** @type {string} */ url) => {
    const input = element("input", { readonly: true, value: url, onfocus: () => input.select() });
    return element("div", { class: "share-link" }, element("label", {}, element("span", {}, label), input), copyButton(input));
  };
  dialog.replaceChildren(
    element("h2", {}, word("replay.share.title")),
    element("p", {}, word("replay.share.lead")),
    field(word("replay.share.whole"), link),
    field(word("replay.share.moment", { step }), `${link}#${step}/${viewer}`),
    element("div", { class: "buttons" }, element("button", { type: "button", onclick: () => dialog.close() }, word("share.close"))),
  );
  dialog.showModal();
}

/** Ask how to play on from this step. */
async function playOn() {
  if (replay) openPlayOnDialog(replay, (await viewAt(step)).levels, step, viewer, apiPath("/play_on"));
}

/** Upload a log file; the server checks it, and stores it for a while. @param {File} file */
async function uploadLog(file) {
  await loadWords();
  await attempt(async () => {
    const made = await post("/api/replays", { log: await file.text() });
    location.assign(`/replay/${made.replay}`);
  });
}

/** The step in the URL. */
function stepFromUrl() {
  const [at, as] = location.hash.slice(1).split("/");
  return { at: Number.parseInt(at, 10) || 0, as: /^[a-z0-9-]+$/.test(as ?? "") ? as : null };
}

/** Add all listeners before waiting for anything, so that early clicks are not lost. */
async function begin() {
  listenToMenu();
  byId("file").addEventListener("change", () => byId("file").files[0] && uploadLog(byId("file").files[0]));
  await loadWords();
  document.title = word("page.replay", { title: word("brand") });
  if (!given) {
    setText(byId("title"), word("replay.other"));
    byId("open-log").hidden = false;
    return;
  }
  byId("slider").addEventListener("input", () => jump(Number(byId("slider").value)));
  byId("viewer").addEventListener("change", () => switchViewer(byId("viewer").value));
  byId("share").addEventListener("click", openShareDialog);
  byId("play-on").addEventListener("click", () => attempt(playOn));
  listenToReplayShortcuts({ jump, leap, play, now: () => step, last: () => replay?.last ?? 0 });
  listenToReview(() => /** @type {ReplayPage} */ (replay), apiPath, jump);
  addEventListener("hashchange", () => stepFromUrl().at !== step && jump(stepFromUrl().at));
  onLanguageChange(() => attempt(async () => {
    cachedViews = new Map();
    await load();
    await goToStep(step);
    drawReview();
  }));
  new ResizeObserver(layBoard).observe(byId("centre"));
  if (matchMedia("(max-width: 900px)").matches) byId("history").open = false;
  await attempt(async () => {
    const wanted = stepFromUrl();
    viewer = wanted.as ?? "open";
    await load();
    if (!wanted.as && replay?.mine.length) await switchViewer(replay.mine[0]);
    await goToStep(wanted.at);
    drawReview();
  });
}

begin();
