// The language and theme switches at the end of every page's header; both choices are stored.

import "./install_app.js";
import { element } from "./element.js";
import { LANGUAGES } from "./choices.js";
import { language, loadWords, onLanguageChange, setLanguage, word } from "./words.js";

const THEMES = ["auto", "light", "dark"];
const SIGNS = ["◐", "☀", "☾"];

/** Shows the language code; an invisible select element lies on top. */
function languageSwitch() {
  const code = element("span", { "aria-hidden": "true" });
  const list = element("select", { id: "language" }, ...Object.entries(LANGUAGES).map(([id, name]) => element("option", { value: id, lang: id }, name)));
  const tell = () => {
    list.value = language();
    list.setAttribute("aria-label", word("switch.language"));
    code.textContent = language();
  };
  list.addEventListener("change", () => setLanguage(list.value));
  onLanguageChange(tell);
  tell();
  return element("span", { class: "switch" }, code, list);
}

function themeSwitch() {
  const root = document.documentElement;
  const button = element("button", { id: "theme", type: "button", class: "switch" });
  const themeIndex = () => Math.max(THEMES.indexOf(root.dataset.theme ?? ""), 0);
  const tell = () => {
    button.textContent = SIGNS[themeIndex()];
    const label = word("switch.theme", { theme: word(`theme.${THEMES[themeIndex()]}`) });
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    root.dataset.theme = THEMES[(themeIndex() + 1) % THEMES.length];
    localStorage.setItem("theme", root.dataset.theme);
    tell();
  });
  onLanguageChange(tell);
  tell();
  return button;
}

await loadWords();
document.querySelector(".bar")?.append(element("div", { class: "switches" }, languageSwitch(), themeSwitch()));
