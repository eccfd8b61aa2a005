// How well a bot plays, to choose from.

import { element } from "./element.js";
import { word } from "./words.js";

export const LEVELS = ["beginner", "easy", "normal", "hard", "expert"];
export const USUAL = "normal";

/**
 * @param {string} label
 * @param {string} [chosen]
 * @returns {HTMLSelectElement}
 */
export function levelSelect(label, chosen = USUAL) {
  const made = element("select", { name: "level", "aria-label": label }, ...LEVELS.map((level) => element("option", { value: level }, levelWord(level))));
  made.value = LEVELS.includes(chosen) ? chosen : USUAL;
  return made;
}

/** A level in words; games from long ago may have one that is no longer chosen. @param {string} level */
export const levelWord = (level) => (LEVELS.includes(level) ? word(`level.${level}`) : level);
