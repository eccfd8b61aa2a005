// Words on small cards: long words get a smaller font and may be hyphenated.

import { element } from "../element.js";

/** @param {string} text */
export function fittedText(text) {
  return element("span", { class: `text${sizeClass(text)}` }, withSoftHyphens(text));
}

/** The class for the size of a text. @param {string} text */
function sizeClass(text) {
  const longest = Math.max(...text.split(/[\s-]+/).map((part) => part.length));
  return longest > 9 ? " long" : longest > 7 ? " longish" : "";
}

/** Insert a soft hyphen near the middle of long words, between two consonants or after a vowel. @param {string} text */
function withSoftHyphens(text) {
  return text.replace(/\p{L}{8,}/gu, (long) => {
    const places = Array.from(long.slice(0, -2), (_, i) => i).filter((i) => i > 2 && HYPHENATION_POINT.test(long.slice(i - 1, i + 2)));
    const best = places.sort((a, b) => Math.abs(a - long.length / 2) - Math.abs(b - long.length / 2))[0];
    return best === undefined ? long : `${long.slice(0, best)}\u00ad${long.slice(best)}`;
  });
}
const HYPHENATION_POINT = /^(?!ch|ph|th|sh|ck)([^aeiou][^aeiou].|[aeiou][^aeiou][aeiouh])$/i;
