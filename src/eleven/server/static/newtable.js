// The form for a new table: game, edition, options, and who sits where.

import { byId, element } from "./element.js";
import { levelSelect } from "./levels.js";
import { word } from "./words.js";

/** @typedef {import("./types").GameInfo} GameInfo */

const KINDS = ["me", "bot", "friend", "hotseat"];

/**
 * @param {GameInfo[]} games
 * @param {() => string} myName
 * @param {(wish: object) => void} submit
 */
export function drawForm(games, myName, submit) {
  const form = byId("new");
  const game = select("game", word("new.game"), games.map((each) => [each.id, each.title]));
  const chosen = () => /** @type {GameInfo} */ (games.find((each) => each.id === game.value));
  const renew = () => drawGame(chosen(), game);
  game.addEventListener("change", renew);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    submit(wishOf(form, chosen(), myName()));
  });
  renew();
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} [value]
 */
function select(name, label, values, value) {
  const made = element("select", { name, "aria-label": label }, ...values.map(([id, text]) => element("option", { value: id }, text)));
  if (value !== undefined) made.value = value;
  return made;
}

/**
 * @param {string} text
 * @param {Element} control
 */
const field = (text, control) => element("label", { class: "field" }, element("span", {}, text), control);

/**
 * @param {GameInfo} game
 * @param {any} gameSelect
 */
function drawGame(game, gameSelect) {
  const edition = select("edition", word("new.edition"), game.editions.map((each) => [each.id, `${each.title}, ${each.publisher}`]));
  const players = select("players", word("new.players"), game.players.map((count) => [String(count), String(count)]), String(Math.min(4, Math.max(...game.players))));
  byId("choice").replaceChildren(field(word("new.game"), gameSelect), field(word("new.edition"), edition), field(word("new.players"), players));
  edition.addEventListener("change", () => drawOptions(game, edition.value));
  players.addEventListener("change", () => drawSeats(game, Number(players.value)));
  drawOptions(game, edition.value);
  drawSeats(game, Number(players.value));
}

/**
 * @param {GameInfo} game
 * @param {string} edition
 */
function drawOptions(game, edition) {
  const fields = game.options.map((option) => {
    const usual = typeof option.default === "string" ? option.default : option.default[edition];
    return field(option.meaning, select(`option:${option.name}`, option.meaning, option.values.map((value) => [value, option.words[value]]), usual));
  });
  byId("options").replaceChildren(element("legend", {}, word("new.options")), ...fields);
  byId("options").hidden = fields.length === 0;
}

/**
 * @param {GameInfo} game
 * @param {number} players
 */
function drawSeats(game, players) {
  const rows = Array.from({ length: players }, (_, i) => seatRow(game, i + 1));
  byId("seats").replaceChildren(element("legend", {}, word("new.players")), ...rows);
}

/**
 * @param {GameInfo} game
 * @param {number} number
 */
function seatRow(game, number) {
  const kind = select("kind", word("new.kind", { number }), KINDS.map((each) => [each, word(`new.kind.${each}`)]), number === 1 ? "me" : "bot");
  const level = levelSelect(word("new.level", { number }));
  const name = element("input", { name: "who", maxlength: 24, "aria-label": word("new.who", { number }), placeholder: word("home.name") });
  const renew = () => {
    level.hidden = kind.value !== "bot";
    name.hidden = kind.value !== "hotseat";
  };
  kind.addEventListener("change", renew);
  renew();
  return element("div", { class: "seat-row" }, element("span", {}, word("new.seat", { number })), kind, level, name);
}

/**
 * @param {HTMLFormElement} form
 * @param {GameInfo} game
 * @param {string} myName
 */
function wishOf(form, game, myName) {
  const data = new FormData(form);
  const options = Object.fromEntries(game.options.map((option) => [option.name, data.get(`option:${option.name}`)]));
  const seats = Array.from(form.querySelectorAll(".seat-row"), (row) => seatOf(row, myName));
  return { game: game.id, edition: data.get("edition"), options, seats, public: byId("public").checked };
}

/**
 * @param {Element} row
 * @param {string} myName
 */
function seatOf(row, myName) {
  const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (row.querySelector(`[name="${name}"]`)).value;
  const kind = value("kind");
  if (kind === "bot") return { kind, level: value("level") };
  if (kind === "friend") return { kind };
  return { kind, name: kind === "me" ? myName : value("who").trim() };
}
