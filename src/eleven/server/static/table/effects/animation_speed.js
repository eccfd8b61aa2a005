// The stored speed of animations: calm, quick, or off. A player's own actions never wait for animations.

import { say } from "../../lib/element.js";
import { onLanguage, word } from "../../lib/words.js";

const KEPT = "pace";
const RATES = /** @type {Record<string, number>} */ ({ calm: 1, quick: 2.5, none: Infinity });

const chosen = () => localStorage.getItem(KEPT) ?? "calm";

/** The speed relative to calm; Infinity if animations are off. */
export const rate = () => RATES[chosen()] ?? 1;

/** @param {HTMLElement} button */
export function listenToAnimationSpeed(button) {
  const tell = () => say(button, word("pace.label", { pace: word(`pace.${chosen()}`) }));
  button.addEventListener("click", () => {
    const all = Object.keys(RATES);
    localStorage.setItem(KEPT, all[(all.indexOf(chosen()) + 1) % all.length]);
    tell();
  });
  onLanguage(tell);
  tell();
}
