// Keyboard control: arrow keys move to the nearest thing in their direction, digits choose, and Escape goes back.

import { numberedChoices } from "./touchable.js";

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/**
 * @param {{escape: () => void, why: (target: HTMLElement | null) => void, takeBack: () => void, since: () => void}} handlers
 */
export function listenToShortcuts(handlers) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    document.body.classList.add("keyboard");
    if (handleKey(event.key, handlers)) event.preventDefault();
  });
  document.addEventListener("pointerdown", () => document.body.classList.remove("keyboard"));
}

/**
 * @param {string} key
 * @param {Parameters<typeof listenToShortcuts>[0]} handlers
 */
function handleKey(key, handlers) {
  if (key in ARROWS) return moveFocus(...ARROWS[key]);
  if (/^\d$/.test(key)) return clickNumbered(key);
  if (key === "Escape") handlers.escape();
  else if (key === "?") handlers.why(/** @type {HTMLElement | null} */ (document.activeElement));
  else if (key === "u" || key === "U") handlers.takeBack();
  else if (key === "n" || key === "N") handlers.since();
  else return false;
  return true;
}

/** @param {string} digit */
function clickNumbered(digit) {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`[data-number="${digit}"]`));
  button?.focus();
  button?.click();
  return Boolean(button);
}

/**
 * @param {number} dx
 * @param {number} dy
 */
function moveFocus(dx, dy) {
  const here = /** @type {HTMLElement} */ (document.activeElement);
  const all = /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll("#seats button, #table button, #choices button, #tools button")));
  if (!all.includes(here)) return focusFirst();
  const target = nearest(here, all, dx, dy);
  target?.focus();
  target?.scrollIntoView({ block: "nearest" });
  return Boolean(target);
}

/** Focus the first thing that can be chosen. */
export function focusFirst() {
  const first = numberedChoices()[0];
  first?.focus();
  return Boolean(first);
}

/**
 * The nearest element in a direction; sideways distance counts three times.
 * @param {HTMLElement} here
 * @param {HTMLElement[]} all
 * @param {number} dx
 * @param {number} dy
 */
function nearest(here, all, dx, dy) {
  const from = centre(here);
  let best = null;
  let least = Infinity;
  for (const other of all) {
    const to = centre(other);
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    if (other === here || ahead < 4 || !other.offsetParent) continue;
    const distance = ahead + 3 * aside;
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

/** @param {HTMLElement} button */
function centre(button) {
  const box = button.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
