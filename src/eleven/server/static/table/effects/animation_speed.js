// The stored speed of animations: calm, quick, or off. A player's own actions never wait for animations.

import { setText } from "../../lib/element.js";
import { onLanguageChange, word } from "../../lib/words.js";

const STORAGE_KEY = "pace";
const SPEEDS = /** @type {Record<string, number>} */ ({ calm: 1, quick: 2.5, none: Infinity });

const chosen = () => localStorage.getItem(STORAGE_KEY) ?? "calm";

/** The speed relative to calm; Infinity if animations are off. */
export const animationSpeed = () => SPEEDS[chosen()] ?? 1;

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether animations are off, by the device's settings or by the choice here. */
export const animationsOff = () => reducedMotion.matches || animationSpeed() === Infinity;

/** @param {HTMLElement} button */
export function listenToAnimationSpeed(button) {
  const update = () => setText(button, word("pace.label", { pace: word(`pace.${chosen()}`) }));
  button.addEventListener("click", () => {
    const all = Object.keys(SPEEDS);
    localStorage.setItem(STORAGE_KEY, all[(all.indexOf(chosen()) + 1) % all.length]);
    update();
  });
  onLanguageChange(update);
  update();
}
