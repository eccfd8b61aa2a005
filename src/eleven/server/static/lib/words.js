// All texts of the pages come from one message catalogue per language: words/<language>.json. Texts that only some pages need
// are in separate parts: a page with <html data-words="review"> also loads words/review.<language>.json.

import { LANGUAGES } from "./choices.js";

const STORAGE_KEY = "language";
/** The time after which words that could not be loaded are asked for again; it doubles up to the longest. */
const [FIRST_WAIT, LONGEST_WAIT] = [500, 8000];

/** @type {Record<string, string>} */
let catalogue = {};
/** @type {Promise<void> | null} */
let loading = null;
/** @type {(() => void)[]} callbacks for a change of language */
const listeners = [];

/** The chosen language, or the first of the browser's languages that has a catalogue. */
export function language() {
  const chosen = localStorage.getItem(STORAGE_KEY) ?? "";
  if (chosen in LANGUAGES) return chosen;
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

/** Set the cookie for pages in the chosen language. @param {string} chosen */
function setLanguageCookie(chosen) {
  document.cookie = `${STORAGE_KEY}=${chosen}; path=/; max-age=31536000; samesite=lax`;
}

/** Load the catalogue once, and fill in all elements that refer to its texts. */
export function loadWords() {
  loading ??= fetchWords();
  return loading;
}

async function fetchWords() {
  const chosen = language();
  if (localStorage.getItem(STORAGE_KEY) === chosen) setLanguageCookie(chosen);
  const parts = ["", ...(document.documentElement.dataset.words?.split(" ") ?? []).map((part) => `${part}.`)];
  const found = parts.map((part) => fetchCatalogue(`/static/words/${part}${chosen}.json`));
  catalogue = Object.assign({}, ...(await Promise.all(found)));
  document.documentElement.lang = chosen;
  fillTexts(document);
}

/** Fetch a catalogue, again and again until there is one: without words a page is empty. @param {string} path */
async function fetchCatalogue(path) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    const found = await fetch(path).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (found) return found;
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** Fill in the texts in a part of the page. @param {ParentNode} part */
function fillTexts(part) {
  for (const element of part.querySelectorAll("[data-word]")) {
    element.textContent = word(element.getAttribute("data-word") ?? "");
  }
  for (const element of part.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.getAttribute("data-label") ?? ""));
  }
}

/** Switch to another language, on this and all other pages. @param {string} chosen */
export async function setLanguage(chosen) {
  localStorage.setItem(STORAGE_KEY, chosen);
  setLanguageCookie(chosen);
  loading = fetchWords();
  await loading;
  for (const tell of listeners) tell();
}

/** Call a function whenever the language changes. @param {() => void} tell */
export function onLanguageChange(tell) {
  listeners.push(tell);
}

/**
 * The text for a key, with placeholders filled in; an unknown key is returned as it is.
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
