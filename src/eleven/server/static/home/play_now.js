// Matchmaking: ask for a game, and be seated with people who want the same, or with bots after a chosen time.
//
// The request belongs to the person, not to the tab: every tab shows it. The server drops it soon after the last page
// stops polling, and at once when the page that started it is closed.

import { byId, element, setText } from "../lib/element.js";
import { field } from "../lib/field.js";
import { language, word } from "../lib/words.js";
import { post } from "../lib/api.js";

/** @typedef {import("../types/games").GameInfo} GameInfo */
/** @typedef {import("../types/tables").PlayNowStatus} PlayNowStatus */

const POLL_EVERY = 2000;
const USUAL_PLAYERS = 4;
const LEAVE = "/api/play_now/leave";
const STORAGE_KEY = "looking";

let looking = false;
let startedHere = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * @param {GameInfo[]} games
 * @param {() => string} myName
 * @param {(action: () => Promise<void>) => void} attempt
 */
export function drawPlayNow(games, myName, attempt) {
  drawPlayNowForm(games);
  byId("play-now").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(() => startLooking(myName()));
  };
  byId("play-now-leave").onclick = () => attempt(leave);
  window.addEventListener("pagehide", leaveOnClose);
  document.addEventListener("visibilitychange", () => looking && !document.hidden && poll());
  if (localStorage.getItem(STORAGE_KEY)) poll();
}

/** @param {GameInfo[]} games */
function drawPlayNowForm(games) {
  const players = element("select", { name: "players" });
  const game = element("select", { name: "game" }, ...games.map((each) => element("option", { value: each.id }, each.title)));
  const renew = () => {
    const counts = games.find((each) => each.id === game.value)?.players ?? [];
    players.replaceChildren(...counts.map((count) => element("option", { value: count }, String(count))));
    players.value = String(Math.min(...counts.filter((count) => count <= USUAL_PLAYERS)));
  };
  game.addEventListener("change", renew);
  renew();
  const options = (/** @type {string} */ key, /** @type {string[]} */ values) => values.map((value) => element("option", { value }, word(`${key}.${value}`)));
  byId("play-now").replaceChildren(
    field(word("filters.game"), game),
    field(word("play_now.players"), players),
    field(word("filters.pace"), element("select", { name: "pace" }, ...options("filters.pace", ["live", "days", "none"]))),
    field(word("play_now.bots"), element("select", { name: "bots" }, ...options("play_now.bots", ["30", "60", "180", "never"]))),
    element("label", { class: "check" }, element("input", { name: "rated", type: "checkbox" }), " ", element("span", {}, word("play_now.rated"))),
    element("button", { class: "primary" }, word("play_now.go")));
}

/** @param {string} name */
async function startLooking(name) {
  const form = new FormData(byId("play-now"));
  const after = Number(form.get("bots"));
  startedHere = true;
  localStorage.setItem(STORAGE_KEY, "yes");
  draw(await post("/api/play_now", {
    game: form.get("game"),
    players: Number(form.get("players")),
    pace: form.get("pace"),
    rated: form.get("rated") !== null,
    bots_after: after || undefined,
    name,
    offset: -new Date().getTimezoneOffset(),
  }));
  byId("play-now-leave").focus();
}

async function leave() {
  draw(await post(LEAVE));
  byId("play-now").querySelector("button").focus();
}

/** Cancel the request when the page is closed or left. */
function leaveOnClose() {
  if (!looking || !startedHere) return;
  const headers = { "Content-Type": "application/json", "X-Table-Eleven": "1" };
  fetch(LEAVE, { method: "POST", keepalive: true, credentials: "same-origin", headers, body: "{}" }).catch(() => undefined);
}

/** Poll the state of the request; retry if the server does not answer. */
async function poll() {
  clearTimeout(timer);
  try {
    draw(await post("/api/play_now/look", { hidden: document.hidden }));
  } catch (failure) {
    setText(byId("play-now-status"), /** @type {Error} */ (failure).message);
    timer = setTimeout(poll, POLL_EVERY);
  }
}

/** @param {PlayNowStatus} state */
function draw(state) {
  clearTimeout(timer);
  const stopped = looking && !state.looking && !state.table;
  looking = state.looking;
  byId("play-now").hidden = looking || state.table !== null;
  byId("play-now-waiting").hidden = !byId("play-now").hidden;
  setText(byId("play-now-gone"), stopped ? word("play_now.gone") : "");
  if (looking) {
    setText(byId("play-now-status"), statusText(state));
    timer = setTimeout(poll, POLL_EVERY);
    return;
  }
  localStorage.removeItem(STORAGE_KEY);
  if (!state.table) return;
  setText(byId("play-now-status"), word("play_now.found"));
  location.assign(`/table/${state.table}`);
}

/** @param {PlayNowStatus} state */
function statusText(state) {
  const sentences = [word("play_now.waiting", { title: state.title, came: state.came, players: state.players })];
  if (state.bots_at !== null) {
    const at = new Date(Date.now() + state.bots_at - state.now);
    sentences.push(word("play_now.soon", { time: at.toLocaleTimeString(language(), { timeStyle: "medium" }) }));
    if (state.rated) sentences.push(word("play_now.unrated"));
  }
  return sentences.join(" ");
}
