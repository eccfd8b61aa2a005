// The levels and characters of bots, as select elements and words.

import { CHARACTERS, LEVELS, DEFAULT_LEVEL } from "./choices.js";
import { element } from "./element.js";
import { word } from "./words.js";

/**
 * @param {string} label
 * @param {string[]} levels the available levels
 * @param {string} [chosen]
 * @returns {HTMLSelectElement}
 */
export function levelSelect(label, levels, chosen = DEFAULT_LEVEL) {
  const made = element("select", { name: "level", "aria-label": label }, ...levels.map((level) => element("option", { value: level }, levelLabel(level))));
  made.value = levels.includes(chosen) ? chosen : DEFAULT_LEVEL;
  return made;
}

/** The name of a level; old games may have levels that no longer exist. @param {string} level */
export const levelLabel = (level) => (LEVELS.includes(level) ? word(`level.${level}`) : level);

/** @type {Record<string, string>} */
const SIGNS = { careful: "◇", daring: "▲", friendly: "♥" };

/** A select element for characters; the first option means any. @param {string} label @returns {HTMLSelectElement} */
export const characterSelect = (label) =>
  element("select", { name: "character", "aria-label": label },
    element("option", { value: "" }, word("character.any")),
    ...CHARACTERS.map((each) => element("option", { value: each }, characterLabel(each))));

/** The name of a character with its symbol, or nothing for an unknown one. @param {string} character */
export const characterLabel = (character) => (CHARACTERS.includes(character) ? `${SIGNS[character]} ${word(`character.${character}`)}` : "");
