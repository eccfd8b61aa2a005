// Animates cards from their old to their new positions: dealt, passed, turned. The new table is usable at once; only the
// pictures move.

import { rate } from "./animation_speed.js";
import { matched } from "./moved_cards.js";

const MOVE = { duration: 340, easing: "cubic-bezier(.2,.75,.25,1)" };
const HALF_TURN = 130;
const APPEAR = { duration: 240, easing: "ease-out" };
/** At least this many new things at once are a deal: they appear one after the other, within a fixed time. */
const A_DEAL = 12;
const DEALING = 620;
const COUNTING = 700;

/** @typedef {import("./moved_cards").Spot} Spot */
/** @typedef {import("../../lib/types").View} View */

export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether animations are off, by the device's settings or by the choice here. */
export const isStill = () => still.matches || rate() === Infinity;

/** @returns {HTMLElement[]} */
const things = () => Array.from(document.querySelectorAll("#table .thing"));

/** @param {HTMLElement} button @returns {Spot} */
function spotOf(button) {
  const face = /** @type {HTMLElement | null} */ (button.firstElementChild);
  return {
    key: `${button.closest(".zone")?.getAttribute("data-key")}|${button.dataset.key}`,
    token: button.dataset.token ?? "",
    seat: button.dataset.seat ?? "",
    turned: button.classList.contains("up"),
    box: button.getBoundingClientRect(),
    face,
  };
}

/** The positions of all things before the next view is drawn. @returns {Spot[]} */
export function remember() {
  return isStill() ? [] : things().map(spotOf);
}

/**
 * Animate every thing from its old position, and flip those that were turned over.
 * @param {Spot[]} before
 * @param {boolean} [fresh] whether the first cards of a game are on the table
 * @returns {"deal" | "move" | "turn" | ""} the kind of animation, for the sound
 */
export function moveFrom(before, fresh = false) {
  if (isStill() || !(before.length || fresh)) return "";
  const buttons = things();
  const now = buttons.map(spotOf);
  const came = matched(before, now);
  const old = new Map(before.map((spot) => [spot.key, spot]));
  const strange = now.filter((spot, i) => spot.token && !came[i] && old.get(spot.key)?.token !== spot.token);
  const moves = came.filter((from, i) => from && from.key !== now[i].key);
  if (strange.length + moves.length >= A_DEAL) return deal(buttons, now);
  const turns = now.map((spot, i) => move(buttons[i], spot, came[i], old.get(spot.key)));
  return moves.length ? "move" : turns.includes(true) ? "turn" : "";
}

/**
 * Animate one thing; return whether it was turned over.
 * @param {HTMLElement} button
 * @param {Spot} spot
 * @param {Spot | undefined} came where it came from, possibly the same position
 * @param {Spot | undefined} was what was here before
 */
function move(button, spot, came, was) {
  if (came) slide(button, came.box, spot.box);
  else if (!was) appear(button);
  const turned = came && spot.token !== "" && (came.turned !== spot.turned || came.token !== spot.token);
  if (turned) turn(button, came.face);
  return Boolean(turned);
}

/**
 * Deal all things from the middle of the table, one after the other.
 * @param {HTMLElement[]} buttons
 * @param {Spot[]} now
 */
function deal(buttons, now) {
  const table = /** @type {HTMLElement} */ (document.getElementById("table")).getBoundingClientRect();
  const [x, y] = [table.left + table.width / 2, Math.min(table.top + table.height / 2, innerHeight / 2)];
  const dealt = buttons.map((button, i) => ({ button, spot: now[i] })).filter(({ spot }) => spot.token);
  dealt.forEach(({ button, spot: { box } }, i) => {
    const zoom = zoomOf(button);
    const start = `translate(${(x - box.left - box.width / 2) / zoom}px, ${(y - box.top - box.height / 2) / zoom}px) rotate(${(i % 5) * 8 - 16}deg) scale(.6)`;
    const delay = (i * DEALING) / dealt.length;
    lifted(button, [{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none" }], { ...MOVE, delay, fill: "backwards" });
  });
  return /** @type {const} */ ("deal");
}

/** The zoom of the table, which is larger than 1 on large screens. @param {Element} button */
const zoomOf = (button) => /** @type {any} */ (button).currentCSSZoom ?? 1;

/**
 * Run an animation of a thing above its neighbours.
 * @param {HTMLElement} button
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
function lifted(button, frames, options) {
  const animation = button.firstElementChild?.animate(frames, options);
  if (!animation) return;
  animation.playbackRate = rate();
  button.classList.add("moving");
  animation.onfinish = () => button.classList.remove("moving");
}

/**
 * @param {HTMLElement} button
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function slide(button, from, to) {
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (Math.abs(dx) + Math.abs(dy) < 2 || !to.width) return;
  const zoom = zoomOf(button);
  const start = `translate(${dx / zoom}px, ${dy / zoom}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  lifted(button, [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], MOVE);
}

/** @param {HTMLElement} button */
function appear(button) {
  button.firstElementChild?.animate([{ opacity: 0, transform: "scale(.8)" }, { opacity: 1, transform: "none" }], APPEAR);
}

/**
 * Flip a card: the old face turns to its edge, then the new one turns up.
 * @param {HTMLElement} button
 * @param {HTMLElement | null} old
 */
function turn(button, old) {
  const shown = button.firstElementChild;
  if (!shown || !old || old === shown) return;
  const leaving = /** @type {HTMLElement} */ (old.cloneNode(true));
  leaving.classList.add("leaving");
  leaving.setAttribute("aria-hidden", "true");
  button.append(leaving);
  leaving.animate([{ rotate: "y 0deg" }, { rotate: "y 90deg" }], { duration: HALF_TURN, easing: "ease-in" }).onfinish = () => leaving.remove();
  shown.animate([{ rotate: "y 90deg" }, { rotate: "y 90deg", offset: 0.5 }, { rotate: "y 0deg" }], { duration: 2 * HALF_TURN, easing: "ease-out" });
}

/**
 * Count changed scores up to their new values, with the gain above them.
 * @param {View} view
 * @param {View | null} before
 */
export function countScores(view, before) {
  if (!before || before.table !== view.table) return false;
  const changed = view.seats.map((seat, i) => seat.score - (before.seats[i]?.score ?? seat.score));
  if (!changed.some(Boolean)) return false;
  document.querySelectorAll("#seats .seat").forEach((seat, i) => still.matches || !changed[i] || count(seat, before.seats[i].score, changed[i]));
  return true;
}

/**
 * @param {Element} seat
 * @param {number} from
 * @param {number} change
 */
function count(seat, from, change) {
  const gain = document.createElement("span");
  gain.className = "gain";
  gain.setAttribute("aria-hidden", "true");
  gain.textContent = change > 0 ? `+${change}` : `−${-change}`;
  seat.append(gain);
  gain.animate([{ opacity: 0, transform: "translateY(60%)" }, { opacity: 1, transform: "none", offset: 0.2 }, { opacity: 1, offset: 0.8 }, { opacity: 0, transform: "translateY(-60%)" }], { duration: 4 * COUNTING }).onfinish = () => gain.remove();
  const number = seat.querySelector(".count") ?? seat.querySelector(".score");
  if (!number || number.childElementCount) return;
  const began = performance.now();
  const tick = () => {
    const part = Math.min(1, (performance.now() - began) / COUNTING);
    number.textContent = String(from + Math.round(change * part));
    if (part < 1 && number.isConnected) requestAnimationFrame(tick);
  };
  tick();
}
