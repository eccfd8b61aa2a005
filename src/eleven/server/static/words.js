// Every word a page says itself comes from one catalogue per language: words.<language>.json.

const AVAILABLE = ["en"];

/** @type {Record<string, string>} */
let catalogue = {};

/** The first language of the browser that there is a catalogue for. */
export function language() {
  const wanted = navigator.languages.map((tag) => tag.split("-")[0]);
  return wanted.find((tag) => AVAILABLE.includes(tag)) ?? AVAILABLE[0];
}

/** Fetch the catalogue and write it into every element that names a word. */
export async function loadWords() {
  const chosen = language();
  const answer = await fetch(`/static/words.${chosen}.json`);
  catalogue = await answer.json();
  document.documentElement.lang = chosen;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.getAttribute("data-word") ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.getAttribute("data-label") ?? ""));
  }
}

/**
 * The text of a key, filled in; an unknown key shows itself, so that it is found.
 * @param {string} key
 * @param {Record<string, unknown>} [parts]
 */
export function word(key, parts = {}) {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(parts[name] ?? ""));
}

/** @param {string} key */
export function hasWord(key) {
  return key in catalogue;
}
