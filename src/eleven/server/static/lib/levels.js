// How well a bot plays, to choose from.

import { LEVELS, USUAL_LEVEL } from "./choices.js";
import { element } from "./element.js";
import { word } from "./words.js";

/**
 * @param {string} label
 * @param {string[]} levels those that the table has
 * @param {string} [chosen]
 * @returns {HTMLSelectElement}
 */
export function levelSelect(label, levels, chosen = USUAL_LEVEL) {
  const made = element("select", { name: "level", "aria-label": label }, ...levels.map((level) => element("option", { value: level }, levelWord(level))));
  made.value = levels.includes(chosen) ? chosen : USUAL_LEVEL;
  return made;
}

/** A level in words; games from long ago may have one that is no longer chosen. @param {string} level */
export const levelWord = (level) => (LEVELS.includes(level) ? word(`level.${level}`) : level);
