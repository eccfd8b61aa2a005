// How well a bot plays, to choose from.

import { CHARACTERS, LEVELS, USUAL_LEVEL } from "./choices.js";
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

/** @type {Record<string, string>} */
const SIGNS = { careful: "◇", daring: "▲", friendly: "♥" };

/** What a bot is like, to choose from; the first is drawn. @param {string} label @returns {HTMLSelectElement} */
export const characterSelect = (label) =>
  element("select", { name: "character", "aria-label": label }, element("option", { value: "" }, word("character.any")), ...CHARACTERS.map((each) => element("option", { value: each }, characterWord(each))));

/** A character with its sign; one that this page does not know has none. @param {string} character */
export const characterWord = (character) => (CHARACTERS.includes(character) ? `${SIGNS[character]} ${word(`character.${character}`)}` : "");
