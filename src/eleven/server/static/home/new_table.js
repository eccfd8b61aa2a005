// The form for a new table, in a dialog: game and edition, number of players, seats, and options.

import { WITHOUT_CHARACTER } from "../lib/choices.js";
import { byId, element } from "../lib/element.js";
import { clockFields, clockOf } from "./new_clock.js";
import { field } from "../lib/field.js";
import { characterSelect, levelSelect } from "../lib/levels.js";
import { word } from "../lib/words.js";

/** @typedef {import("../types/games").GameInfo} GameInfo */

const KINDS = ["me", "bot", "friend", "hotseat"];
const USUAL_PLAYERS = 4;
const USUAL_ABSENCE = "120";

/** @type {GameInfo[]} */
let games = [];
/** @type {() => void} */
let send = () => undefined;

/**
 * Prepare the form, and draw it again when the language changes.
 * @param {GameInfo[]} all
 * @param {() => string} myName
 * @param {(body: object) => void} submit
 */
export function drawNewTableForm(all, myName, submit) {
  const first = games.length === 0;
  games = all;
  send = () => submit(tableRequest(myName()));
  if (first) listen();
  drawGame(games[0].id);
}

function listen() {
  byId("new").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    send();
  });
  byId("public").addEventListener("change", updateExplanations);
  byId("new").addEventListener("change", offerLevels);
  byId("new-close").addEventListener("click", () => byId("setup").close());
}

/** @param {string} game */
export function openNewTableForm(game) {
  drawGame(game);
  byId("setup").showModal();
}

const chosen = () => /** @type {GameInfo} */ (games.find((game) => game.id === byId("choice").querySelector("[name=game]").value));

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

/** @param {string} id */
function drawGame(id) {
  const game = /** @type {GameInfo} */ (games.find((each) => each.id === id) ?? games[0]);
  const which = select("game", word("new.game"), games.map((each) => [each.id, each.title]), game.id);
  const edition = select("edition", word("new.edition"), game.editions.map((each) => [each.id, `${each.title}, ${each.publisher}`]));
  which.addEventListener("change", () => drawGame(which.value));
  edition.addEventListener("change", () => drawOptions(game, edition.value));
  const editionField = field(word("new.edition"), edition);
  editionField.hidden = game.editions.length < 2;
  byId("choice").replaceChildren(field(word("new.game"), which), editionField);
  drawCount(game);
  drawOptions(game, edition.value);
  offerLevels();
}

/** Offer the levels that are available with the current settings; an unavailable choice is reset to the default. */
function offerLevels() {
  const game = chosen();
  const data = new FormData(byId("new"));
  const usual = game.editions[0].id;
  const unusual = game.options.filter((option) => data.get(`option:${option.name}`) !== option.default[usual]).map((option) => option.name);
  const isOffered = (/** @type {string} */ level) => {
    const limit = game.level_limits[level];
    if (!limit) return true;
    const usualEnough = !limit.free || (data.get("edition") === usual && unusual.every((name) => limit.free?.includes(name)));
    return usualEnough && limit.players.includes(Number(data.get("players")));
  };
  for (const select of byId("new").querySelectorAll("select[name$=level]")) {
    for (const option of select.options) option.hidden = option.disabled = !isOffered(option.value);
    if (!isOffered(select.value)) select.value = game.level;
  }
  updateExplanations();
}

/** The number of players, as a row of chips. @param {GameInfo} game */
function drawCount(game) {
  const usual = Math.max(...game.players.filter((count) => count <= USUAL_PLAYERS));
  const chips = game.players.map((count) => {
    const radio = element("input", { type: "radio", name: "players", value: count, checked: count === usual });
    radio.addEventListener("change", () => drawSeats(game, count));
    return element("label", { class: "chip" }, radio, element("span", {}, String(count)));
  });
  byId("player-count").replaceChildren(element("legend", {}, word("new.players")), ...chips);
  drawSeats(game, usual);
}

/**
 * @param {GameInfo} game
 * @param {string} edition
 */
function drawOptions(game, edition) {
  const fields = game.options.map((option) => {
    const usual = option.default[edition];
    const values = /** @type {[string, string][]} */ (option.values.map((value) => [value, option.words[value] ?? value]));
    return field(option.meaning, select(`option:${option.name}`, option.meaning, values, usual));
  });
  byId("options").replaceChildren(...fields, ...tableSettings(), ...clockFields(game));
}

/** The aids that the table may allow, such as hints. */
function tableSettings() {
  const of = (/** @type {string} */ name, /** @type {string[]} */ values) =>
    field(word(`new.${name}`), select(name, word(`new.${name}`), values.map((value) => [value, word(`new.${name}.${value}`)])));
  const made = [of("hints", ["usual", "on", "off"]), of("memory", ["on", "off"]), of("absence", ["60", "120", "600", "0"]), of("chat", ["usual", "on", "off"])];
  made[2].querySelector("select").value = USUAL_ABSENCE;
  return made;
}

/**
 * @param {GameInfo} game
 * @param {number} players
 */
function drawSeats(game, players) {
  const chips = Array.from({ length: players }, (_, i) => seatChip(game, i + 1));
  byId("seats").replaceChildren(element("legend", {}, word("new.seats")), ...chips);
  updateExplanations();
}

/**
 * @param {GameInfo} game
 * @param {number} number
 */
function seatChip(game, number) {
  const kind = select("kind", word("new.kind", { number }), KINDS.map((each) => [each, word(`new.kind.${each}`)]), number === 1 ? "me" : "bot");
  const level = levelSelect(word("new.level", { number }), game.levels, game.level);
  const name = element("input", { name: "who", maxlength: 24, "aria-label": word("new.who", { number }), placeholder: word("new.who.short") });
  const character = characterSelect(word("new.character", { number }));
  const show = () => {
    level.hidden = kind.value !== "bot";
    character.hidden = level.hidden || WITHOUT_CHARACTER.includes(level.value);
    name.hidden = kind.value !== "hotseat";
  };
  const renew = () => {
    show();
    updateExplanations();
  };
  show();
  kind.addEventListener("change", renew);
  level.addEventListener("change", renew);
  return element("div", { class: "seat-chip" }, element("span", { class: "number", "aria-hidden": "true" }, String(number)), kind, level, character, name);
}

/** Explain the levels in use; offer a public table only with open seats, and a rated one only without bots. */
function updateExplanations() {
  const chips = [...byId("seats").querySelectorAll(".seat-chip")];
  const used = chips.filter((chip) => valueIn(chip, "kind") === "bot").map((chip) => valueIn(chip, "level"));
  byId("level-about").textContent = [...new Set(used)].map((level) => word(`level.${level}.about`)).join(" ");
  const friends = chips.some((chip) => valueIn(chip, "kind") === "friend");
  byId("public-line").hidden = !friends;
  if (!friends) byId("public").checked = false;
  const people = chips.every((chip, i) => valueIn(chip, "kind") === (i ? "friend" : "me"));
  byId("rated-line").hidden = !people || !byId("public").checked;
  if (byId("rated-line").hidden) byId("rated").checked = false;
}

/**
 * @param {Element} chip
 * @param {string} name
 */
const valueIn = (chip, name) => /** @type {HTMLInputElement} */ (chip.querySelector(`[name="${name}"]`)).value;

/** @param {string} myName */
function tableRequest(myName) {
  const game = chosen();
  const data = new FormData(byId("new"));
  const options = Object.fromEntries(game.options.map((option) => [option.name, data.get(`option:${option.name}`)]));
  const seats = Array.from(byId("seats").querySelectorAll(".seat-chip"), (chip) => seatOf(chip, myName));
  const agreed = (/** @type {string} */ name) => ({ on: true, off: false })[String(data.get(name))];
  return {
    game: game.id,
    edition: data.get("edition"),
    options,
    seats,
    public: byId("public").checked,
    rated: byId("rated").checked,
    hints: agreed("hints"),
    memory: data.get("memory") === "on",
    absence: Number(data.get("absence")),
    clock: clockOf(data),
    chat: agreed("chat"),
  };
}

/**
 * @param {Element} chip
 * @param {string} myName
 */
function seatOf(chip, myName) {
  const kind = valueIn(chip, "kind");
  if (kind === "bot") return { kind, level: valueIn(chip, "level"), character: valueIn(chip, "character") || null };
  if (kind === "friend") return { kind };
  return { kind, name: kind === "me" ? myName : valueIn(chip, "who").trim() };
}
