// The replay page: a finished game step by step, as any seat saw it or with all cards visible.

import { get, post } from "../lib/api.js";
import { attempt } from "../lib/show_errors.js";
import { drawTable, layBoard } from "../table/drawing/draw.js";
import { byId, element, say } from "../lib/element.js";
import { withLook } from "../lib/game_look.js";
import { listenToMenu } from "../lib/menu.js";
import { moveFrom, remember } from "../table/effects/animation.js";
import { offerToGoOn } from "../replay/play_on.js";
import { drawReview, listenToReview, pointAt } from "../replay/review.js";
import { drawButtons, drawMarks, drawStory, listenToKeys, showPlace } from "../replay/timeline.js";
import { language, loadWords, onLanguage, word } from "../lib/words.js";

/** @typedef {import("../lib/replays").ReplayPage} ReplayPage */
/** @typedef {import("../lib/types").View} View */

const PACE = 1500;
const AHEAD = 2;

const [, , given = "", key = ""] = location.pathname.split("/").map(decodeURIComponent);
/** @type {Map<string, Promise<View>>} cached views, by seat, step and language */
let fetched = new Map();
/** @type {ReplayPage | null} */
let replay = null;
let viewer = "open";
let step = 0;
/** @type {string | null} the viewer whose view is currently drawn */
let drawn = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let playing;

/** An API path of this replay. @param {string} [part] @param {Record<string, unknown>} [query] */
function address(part = "", query = {}) {
  const asked = new URLSearchParams({ ...(key && { key }), ...query });
  return `/api/replays/${replay?.replay ?? given}${part}${asked.size ? `?${asked}` : ""}`;
}

/** @param {number} at @returns {Promise<View>} */
function viewAt(at) {
  const name = `${viewer} ${at} ${language()}`;
  const found = fetched.get(name) ?? get(address("/view", { seat: viewer, step: at }));
  fetched.set(name, found);
  found.catch(() => fetched.delete(name));
  return found;
}

/** Show a step; if another one is requested meanwhile, the earlier request is dropped. @param {number} wanted */
async function go(wanted) {
  if (!replay) return;
  step = Math.max(0, Math.min(replay.last, wanted));
  showPlace(replay, step);
  pointAt(step);
  history.replaceState(null, "", `#${step}/${viewer}`);
  const [at, as] = [step, viewer];
  await attempt(async () => {
    const view = await viewAt(at);
    if (at !== step || as !== viewer) return;
    withLook(view.game, () => draw(view));
    for (let next = at + 1; next <= Math.min(at + AHEAD, replay?.last ?? 0); next++) viewAt(next);
  });
}

/** @param {View} view */
function draw(view) {
  const spots = remember();
  drawTable(view);
  if (drawn === view.viewing) moveFrom(spots);
  drawn = view.viewing;
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
  if (replay && step >= replay.last) go(0);
  byId("play").setAttribute("aria-pressed", "true");
  const on = async () => {
    await go(step + 1);
    if (!playing) return;
    if (replay && step < replay.last) playing = setTimeout(on, PACE);
    else pause();
  };
  playing = setTimeout(on, PACE / 3);
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
  go(wanted);
}

/** Switch to the view of another seat. @param {string} chosen */
async function look(chosen) {
  viewer = chosen;
  await load();
  go(step);
}

async function load() {
  replay = /** @type {ReplayPage} */ (await get(address("", { seat: viewer })));
  document.title = word("page.replay", { title: replay.title });
  say(byId("title"), word("replay.title", { title: replay.title }));
  byId("player").hidden = false;
  /** @type {HTMLElement} */ (document.querySelector(".room")).hidden = false;
  byId("log-file").href = address("/log");
  byId("log-file").hidden = false;
  byId("share").hidden = replay.share === null;
  drawViewers(replay);
  drawButtons({ jump, leap, play, now: () => step, last: () => replay?.last ?? 0 });
  drawMarks(replay);
  drawStory(replay, jump);
}

/** @param {ReplayPage} told */
function drawViewers(told) {
  const names = Object.fromEntries(told.seats.map((seat) => [seat.token, seat.name]));
  const said = { open: word("replay.viewer.open"), spectator: word("replay.viewer.spectator") };
  byId("viewer").replaceChildren(...told.viewers.toReversed().map((token) => element("option", { value: token, selected: token === viewer }, said[/** @type {"open"} */ (token)] ?? word("replay.viewer.seat", { name: names[token] }))));
  byId("viewer").value = viewer;
}

/** Show links for sharing: to the whole game, and to this step. */
function share() {
  const dialog = byId("sharing");
  const link = `${location.origin}${replay?.share}`;
  const field = (/** @type {string} */ label, /** @type {string} */ url) => {
    const input = element("input", { readonly: true, value: url, onfocus: () => input.select() });
    const copy = element("button", { type: "button", onclick: async () => { input.select(); await navigator.clipboard?.writeText(url).catch(() => document.execCommand("copy")); say(copy, word("share.copied")); } }, word("share.copy"));
    return element("div", { class: "link" }, element("label", {}, element("span", {}, label), input), copy);
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

/** Upload a log file; the server checks it, and stores it for a while. @param {File} file */
async function open(file) {
  await loadWords();
  await attempt(async () => {
    const made = await post("/api/replays", { log: await file.text() });
    location.assign(`/replay/${made.replay}`);
  });
}

/** The step in the URL. */
function fromAddress() {
  const [at, as] = location.hash.slice(1).split("/");
  return { at: Number.parseInt(at, 10) || 0, as: /^[a-z0-9-]+$/.test(as ?? "") ? as : null };
}

/** Add all listeners before waiting for anything, so that early clicks are not lost. */
async function begin() {
  listenToMenu();
  byId("file").addEventListener("change", () => byId("file").files[0] && open(byId("file").files[0]));
  await loadWords();
  document.title = word("page.replay", { title: word("brand") });
  if (!given) {
    say(byId("title"), word("replay.other"));
    byId("opening").hidden = false;
    return;
  }
  byId("slider").addEventListener("input", () => jump(Number(byId("slider").value)));
  byId("viewer").addEventListener("change", () => look(byId("viewer").value));
  byId("share").addEventListener("click", share);
  byId("play-on").addEventListener("click", () => attempt(async () => replay && offerToGoOn(replay, (await viewAt(step)).levels, step, viewer, address("/play_on"))));
  listenToKeys({ jump, leap, play, now: () => step, last: () => replay?.last ?? 0 });
  listenToReview(() => /** @type {ReplayPage} */ (replay), address, jump);
  addEventListener("hashchange", () => fromAddress().at !== step && jump(fromAddress().at));
  onLanguage(() => attempt(async () => {
    fetched = new Map();
    await load();
    await go(step);
    drawReview();
  }));
  new ResizeObserver(layBoard).observe(byId("centre"));
  if (matchMedia("(max-width: 900px)").matches) byId("history").open = false;
  await attempt(async () => {
    const wanted = fromAddress();
    viewer = wanted.as ?? "open";
    await load();
    if (!wanted.as && replay?.mine.length) await look(replay.mine[0]);
    await go(wanted.at);
    drawReview();
  });
}

begin();
