// The home page: my games, all games with one click to play against bots, open tables, a new table.

import { get, post } from "../lib/api.js";
import { attempt as attemptOrShow } from "../lib/show_errors.js";
import { byId, element } from "../lib/element.js";
import { createTable, playAgainstBots } from "../lib/start_game.js";
import { drawNewTableForm, openNewTableForm } from "../home/new_table.js";
import { language, loadWords, onLanguageChange, word } from "../lib/words.js";
import { LANGUAGES } from "../lib/choices.js";
import { drawFilters, filterQuery } from "../home/filters.js";
import { drawPlayNow } from "../home/play_now.js";
import { formatRating } from "../lib/format/rating.js";

/** @typedef {import("../types/games").GameInfo} GameInfo */
/** @typedef {import("../types/tables").LobbyTable} LobbyTable */

const REFRESH_EVERY = 8000;
const pagesWanted = { open: 1, mine: 1 };

/** Take a free seat of an open table. @param {string} table */
async function takeSeat(table) {
  await post(`/api/tables/${table}/join`, { name: myName() });
  location.assign(`/table/${table}`);
}

const myName = () => byId("name").value.trim();

/** @param {() => Promise<void>} action */
async function attempt(action) {
  if (await attemptOrShow(action)) return;
  byId("setup").close();
  byId("problem").scrollIntoView({ block: "center" });
}

/** The API path of the filtered lobby. @param {string} [page] */
function lobbyPath(page) {
  const query = [filterQuery(), page].filter(Boolean).join("&");
  return query ? `/api/tables?${query}` : "/api/tables";
}

async function drawLobby() {
  const lobby = await get(lobbyPath());
  const mine = await allPages("mine", lobby);
  const running = mine.filter((row) => row.stage !== "over");
  const finished = mine.filter((row) => row.stage === "over");
  byId("mine-part").hidden = !running.length;
  byId("finished-part").hidden = !finished.length;
  const go = (/** @type {LobbyTable} */ row) => [element("a", { class: "button primary", href: `/table/${row.table}` }, word("home.go"))];
  drawTables("mine", running, (row) => (typeof row.invited_by === "string" ? invitationButtons(row) : go(row)));
  drawTables("finished", finished, (row) => [
    element("a", { class: "button quiet", href: `/table/${row.table}` }, word("end.rank")),
    element("a", { class: "button quiet", href: `/replay/${row.table}` }, word("end.replay")),
  ]);
  drawTables("open", await allPages("open", lobby), (row) => [
    element("button", { type: "button", class: "primary", onclick: () => attempt(() => takeSeat(row.table)) }, word("home.join")),
    element("a", { class: "button quiet", href: `/table/${row.table}` }, word("home.watch")),
  ]);
}

/** The buttons for answering an invitation. @param {LobbyTable} row */
const invitationButtons = (row) => [
  element("button", { type: "button", class: "primary", onclick: () => attempt(() => takeSeat(row.table)) }, word("home.join")),
  element("button", { type: "button", class: "quiet", onclick: () => attempt(() => decline(row.table)) }, word("friends.decline")),
];

/** @param {string} table */
async function decline(table) {
  await post(`/api/tables/${table}/decline`);
  await drawLobby();
}

/**
 * The rows of all pages that were asked for; the button is shown while there are more.
 * @param {"open" | "mine"} list
 * @param {import("../types/tables").Lobby} lobby
 * @returns {Promise<LobbyTable[]>}
 */
async function allPages(list, lobby) {
  const rows = [...lobby[list]];
  let next = lobby[`more_${list}`];
  for (let page = 1; page < pagesWanted[list] && next; page++) {
    const more = await get(lobbyPath(`${list}_before=${next}`));
    rows.push(...more[list]);
    next = more[`more_${list}`];
  }
  byId(`more-${list}`).hidden = !next;
  return rows;
}

async function findTables() {
  pagesWanted.open = 1;
  await drawLobby();
}

/** @param {"open" | "mine"} list */
const showMore = (list) => attempt(async () => {
  pagesWanted[list]++;
  await drawLobby();
});

/**
 * @param {string} id
 * @param {LobbyTable[]} rows
 * @param {(row: LobbyTable) => Element[]} buttons
 */
function drawTables(id, rows, buttons) {
  const drawn = JSON.stringify([document.documentElement.lang, rows]);
  const list = byId(id);
  if (list.dataset.drawn === drawn) return;
  list.dataset.drawn = drawn;
  const none = element("li", { class: "empty" }, filterQuery() ? word("filters.none") : word("home.open.none"));
  list.replaceChildren(...(rows.length ? rows.map((row) => tableRow(row, buttons(row))) : [none]));
}

/**
 * @param {LobbyTable} row
 * @param {Element[]} buttons
 */
function tableRow(row, buttons) {
  const names = row.seats.map(seatText).join(", ");
  if (row.problem) return element("li", { class: "panel" }, element("div", { class: "row-text" }, element("b", {}, row.title), element("p", {}, row.problem)));
  const pace = row.pace && row.pace !== "none" && word(`filters.pace.${row.pace}`);
  const foreign = row.language && row.language !== language() && LANGUAGES[row.language];
  const more = [row.rated && word("table.rated"), pace, foreign].filter(Boolean).join(" · ");
  const invited = typeof row.invited_by === "string" ? word("friends.invited", { name: row.invited_by }) : "";
  const news = row.my_turn ? word("home.yours") : invited;
  const turn = news && element("strong", {}, ` · ${news}`);
  return element("li", { class: "panel" },
    element("img", { src: `/static/games/${row.game}/cover.svg`, alt: "", width: 64, height: 48, loading: "lazy" }),
    element("div", { class: "row-text" }, element("b", {}, row.title), turn, element("p", {}, names), more && element("p", {}, more)),
    element("div", { class: "buttons" }, ...buttons));
}

/** The name in a seat, with the rating at a rated table. @param {import("../types/tables").LobbySeat} seat */
function seatText(seat) {
  const name = seat.kind === "open" ? word("seat.open") : seat.name || seat.token;
  return seat.rating ? `${name} (${formatRating(seat.rating)})` : name;
}

/** Draw what needs data from the API; the games and the texts are already on the page. */
async function draw() {
  const asked = get("/api/games");
  await loadWords();
  listenToGames(asked);
  await attempt(async () => {
    drawNewTableForm(await asked, myName, (body) => attempt(() => createTable(body)));
    drawPlayNow(await asked, myName, attempt);
    drawFilters(await asked, () => attempt(findTables));
    await drawLobby();
    await (await import("../home/friends.js")).drawFriends(attempt, myName);
  });
}

/** @param {Promise<GameInfo[]>} asked */
function listenToGames(asked) {
  const gameOf = async (/** @type {string | undefined} */ id) => /** @type {GameInfo} */ ((await asked).find((game) => game.id === id));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-play]"))) {
    button.addEventListener("click", () => attempt(async () => playAgainstBots(await gameOf(button.dataset.play), myName())));
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-setup]"))) {
    button.addEventListener("click", () => attempt(async () => openNewTableForm((await gameOf(button.dataset.setup)).id)));
  }
}

/** Sync name and settings for people with several devices. */
async function loadSettings() {
  await loadWords();
  await (await import("../lib/shared_settings.js")).syncSettings();
  if (document.activeElement !== byId("name")) byId("name").value = localStorage.getItem("name") ?? "";
}

function begin() {
  const name = byId("name");
  name.value = localStorage.getItem("name") ?? "";
  name.addEventListener("input", () => localStorage.setItem("name", myName()));
  onLanguageChange(() => location.reload());
  byId("more-open").addEventListener("click", () => showMore("open"));
  byId("more-mine").addEventListener("click", () => showMore("mine"));
  draw();
  if (localStorage.getItem("shared")) loadSettings().catch(() => undefined);
  setInterval(() => document.hidden || drawLobby().catch(() => undefined), REFRESH_EVERY);
}

begin();
