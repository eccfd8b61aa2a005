// Every word a page says itself comes from one catalogue per language: words/<language>.json. What only some pages need is
// in parts of it: a page that says <html data-words="review"> gets words/review.<language>.json as well.

import { LANGUAGES } from "./choices.js";

const KEPT = "language";

/** @type {Record<string, string>} */
let catalogue = {};
/** @type {Promise<void> | null} */
let loading = null;
/** @type {(() => void)[]} what is to be told again in another language */
const listeners = [];

/** The language that was chosen here, or the first of the browser's that there is a catalogue for. */
export function language() {
  const chosen = localStorage.getItem(KEPT) ?? "";
  if (chosen in LANGUAGES) return chosen;
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

/** Pages come in the language that was chosen. @param {string} chosen */
function tellServer(chosen) {
  document.cookie = `${KEPT}=${chosen}; path=/; max-age=31536000; samesite=lax`;
}

/** Fetch the catalogue, once, and write it into every element that names a word. */
export function loadWords() {
  loading ??= fetchWords();
  return loading;
}

async function fetchWords() {
  const chosen = language();
  if (localStorage.getItem(KEPT) === chosen) tellServer(chosen);
  const parts = ["", ...(document.documentElement.dataset.words?.split(" ") ?? []).map((part) => `${part}.`)];
  const found = parts.map(async (part) => (await fetch(`/static/words/${part}${chosen}.json`)).json());
  catalogue = Object.assign({}, ...(await Promise.all(found)));
  document.documentElement.lang = chosen;
  writeWords(document);
}

/** Write the words that a part of the page names. @param {ParentNode} part */
function writeWords(part) {
  for (const element of part.querySelectorAll("[data-word]")) {
    element.textContent = word(element.getAttribute("data-word") ?? "");
  }
  for (const element of part.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.getAttribute("data-label") ?? ""));
  }
}

/** Speak another language from now on, here and on every page. @param {string} chosen */
export async function speak(chosen) {
  localStorage.setItem(KEPT, chosen);
  tellServer(chosen);
  loading = fetchWords();
  await loading;
  for (const tell of listeners) tell();
}

/** Do something again whenever another language is chosen. @param {() => void} tell */
export function onLanguage(tell) {
  listeners.push(tell);
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
