// My history: my results in each game with a chart, and my finished games, page by page.

import { get } from "../lib/api.js";
import { attempt } from "../lib/show_errors.js";
import { byId, element } from "../lib/element.js";
import { signed } from "../lib/format/signed.js";
import { sparkline } from "../lib/sparkline.js";
import { myRating } from "../lib/format/rating.js";
import { language, loadWords, onLanguageChange, word } from "../lib/words.js";

/** @typedef {import("../types/people").PlayedGame} PlayedGame */
/** @typedef {import("../types/people").GameRecord} GameRecord */
/** @typedef {import("../types/people").GameCount} GameCount */
/** @typedef {import("../types/people").GameRating} GameRating */

/** @type {string | null} the cursor of the next page */
let next = null;

const percent = (/** @type {number} */ share) => Math.round(100 * share);

/**
 * @param {GameRecord} record
 * @param {GameRating | undefined} rating
 */
function recordPanel(record, rating) {
  const { played, won } = record;
  const shares = record.curve.map(([, share]) => share);
  const label = word("history.curve", { first: percent(shares[0]), last: percent(shares[shares.length - 1]), count: played });
  return element("article", { class: "panel" },
    element("h3", {}, record.title),
    element("p", {}, word("history.played", { won, played, percent: percent(won / played) })),
    rating && myRating(rating),
    shares.length > 1 ? sparkline(record.curve, label) : null,
    countTable(record));
}

/** @param {GameRecord} record */
function countTable(record) {
  const rows = [
    ...record.players.map((count) => [word("history.players", { count: count.players }), count]),
    ...record.levels.map((count) => [word("history.level", { level: word(`level.${count.level}`) }), count]),
    ...record.people.map((count) => [count.name || word("history.gone"), count]),
    ...record.openings.map((count) => [word("history.opening", { opening: count.opening }), count]),
  ];
  const head = [word("history.by"), word("history.count"), word("history.wins"), word("history.share")];
  return element("table", {},
    element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, .../** @type {[string, GameCount][]} */ (rows).map(([name, count]) => countRow(name, count))));
}

/**
 * @param {string} name
 * @param {GameCount} count
 */
function countRow(name, count) {
  return element("tr", {},
    element("th", { scope: "row" }, name),
    ...[String(count.played), String(count.won), `${percent(count.won / count.played)} %`].map((text) => element("td", {}, text)));
}

/** @param {PlayedGame} game */
function gameRow(game) {
  const date = new Date(game.ended).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  const link = (/** @type {string} */ text, /** @type {string} */ label, /** @type {string} */ href) => element("a", { class: "button quiet", href, "aria-label": label }, text);
  return element("li", { class: "panel" },
    element("img", { src: `/static/games/${game.game}/cover.svg`, alt: "", width: 64, height: 48, loading: "lazy" }),
    element("div", { class: "row-text" },
      element("b", {}, game.title),
      element("p", {}, element("span", { class: game.won ? "won" : "" }, word(game.won ? "history.won" : "history.lost")), ` · ${date}`),
      element("p", { class: "score" }, game.seats.map(seatText).join(" · "))),
    element("div", { class: "buttons" },
      link(word("history.replay"), word("history.replay.label", { title: game.title, date }), game.replay),
      link(word("history.review"), word("history.review.label", { title: game.title, date }), `${game.replay}#review`)));
}

/** @param {import("../types/people").SeatResult} seat */
function seatText(seat) {
  const more = [seat.kind === "bot" ? word(`level.${seat.level}`) : "", seat.left ? word("history.left") : ""].filter(Boolean).join(", ");
  const rated = seat.rating === null ? "" : ` (${seat.rating}, ${signed(seat.rating_change ?? 0)})`;
  return `${seat.name}${more ? ` (${more})` : ""}\u00a0${seat.score}${seat.won ? "\u00a0★" : ""}${rated}`;
}

/** @param {boolean} fromStart */
async function drawGames(fromStart) {
  const query = new URLSearchParams();
  if (byId("game-filter").value) query.set("game", byId("game-filter").value);
  if (!fromStart && next) query.set("before", next);
  /** @type {import("../types/people").MyGames} */
  const page = await get(`/api/me/games?${query}`);
  const rows = page.games.map(gameRow);
  if (fromStart) byId("game-list").replaceChildren(...rows);
  else byId("game-list").append(...rows);
  next = page.next;
  byId("more").hidden = !next;
  if (!fromStart) rows[0]?.querySelector("a")?.focus();
}

async function draw() {
  /** @type {import("../types/people").MyRecord} */
  const record = await get("/api/me/record");
  /** @type {import("../types/people").MyRatings} */
  const ratings = await get("/api/me/ratings");
  byId("record").replaceChildren(...record.games.map((each) => recordPanel(each, ratings.games.find(({ game }) => game === each.game))));
  byId("record-part").hidden = !record.games.length;
  await drawGames(true);
  const some = byId("game-list").children.length > 0;
  byId("no-games").hidden = some;
  byId("games-part").hidden = !some;
  /** @type {import("../types/games").GameInfo[]} */
  const titles = await get("/api/games");
  const choices = titles.map((game) => element("option", { value: game.id }, game.title));
  byId("game-filter").replaceChildren(element("option", { value: "" }, word("history.all")), ...choices);
}

async function begin() {
  onLanguageChange(() => location.reload());
  byId("game-filter").addEventListener("change", () => attempt(() => drawGames(true)));
  byId("more").addEventListener("click", () => attempt(() => drawGames(false)));
  await loadWords();
  await attempt(draw);
}

begin();
