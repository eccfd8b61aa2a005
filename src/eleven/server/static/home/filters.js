// The filters for open tables, stored in the URL, so that a search can be bookmarked and shared.

import { byId, element } from "../lib/element.js";
import { field } from "../lib/field.js";
import { LANGUAGES } from "../lib/choices.js";
import { word } from "../lib/words.js";

/** @typedef {import("../types/games").GameInfo} GameInfo */

const NAMES = ["game", "pace", "spoken", "rated", "rating_from", "rating_to"];
const [LOWEST, HIGHEST] = [0, 4000];

/** The current filters as query parameters, for the URL and for the server. */
export function filterQuery() {
  const given = new URLSearchParams(location.search);
  return new URLSearchParams(NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? ""]] : []))).toString();
}

/**
 * @param {GameInfo[]} games
 * @param {() => void} changed
 */
export function drawFilters(games, changed) {
  const paces = ["live", "days", "none"].map((pace) => [pace, word(`filters.pace.${pace}`)]);
  byId("filters").replaceChildren(
    choice("game", word("filters.game"), games.map((game) => [game.id, game.title])),
    choice("pace", word("filters.pace"), paces),
    choice("spoken", word("filters.language"), Object.entries(LANGUAGES)),
    choice("rated", word("filters.rated"), [["true", word("filters.rated.true")], ["false", word("filters.rated.false")]]),
    number("rating_from", word("filters.from")),
    number("rating_to", word("filters.to")),
    element("button", { type: "reset", class: "quiet" }, word("filters.clear")));
  fillForm();
  byId("filters-part").open ||= filterQuery() !== "";
  byId("filters").onsubmit = (/** @type {Event} */ event) => event.preventDefault();
  byId("filters").onchange = () => applyFilters(changed);
  byId("filters").onreset = () => setTimeout(() => applyFilters(changed));
  window.onpopstate = () => {
    fillForm();
    changed();
  };
}

/** Fill the form from the URL; invalid values are removed from both. */
function fillForm() {
  const given = new URLSearchParams(location.search);
  for (const name of NAMES) {
    const field = byId("filters").elements[name];
    field.value = given.get(name) ?? "";
    if (!field.checkValidity()) field.value = "";
  }
  updateUrl();
}

function updateUrl() {
  const form = byId("filters");
  const query = new URLSearchParams(NAMES.flatMap((name) => (form.elements[name].value ? [[name, form.elements[name].value]] : [])));
  history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}${location.hash}`);
}

/** Update the URL from the form. @param {() => void} changed */
function applyFilters(changed) {
  if (!byId("filters").reportValidity()) return;
  updateUrl();
  changed();
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[][]} values
 */
function choice(name, label, values) {
  const options = [["", word("filters.any")], ...values].map(([value, text]) => element("option", { value }, text));
  return field(label, element("select", { name }, ...options));
}

/**
 * @param {string} name
 * @param {string} label
 */
function number(name, label) {
  return field(label, element("input", { name, type: "number", inputmode: "numeric", min: LOWEST, max: HIGHEST, step: 1 }));
}
