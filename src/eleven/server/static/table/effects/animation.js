// Animates cards from their old to their new positions: dealt, passed, turned. The new table is usable at once; only the
// pictures move.

import { signed } from "../../lib/format/signed.js";
import { animationSpeed, animationsOff, reducedMotion } from "./animation_speed.js";
import { matchMovedCards } from "./moved_cards.js";

const MOVE = { duration: 340, easing: "cubic-bezier(.2,.75,.25,1)" };
const HALF_TURN = 130;
const APPEAR = { duration: 240, easing: "ease-out" };
/** At least this many new things at once are a deal: they appear one after the other, within a fixed time. */
const DEAL_SIZE = 12;
const DEAL_DURATION = 620;
const COUNT_DURATION = 700;
/** A gain appears, stays and leaves upwards. */
const RISE = [
  { opacity: 0, transform: "translateY(60%)" },
  { opacity: 1, transform: "none", offset: 0.2 },
  { opacity: 1, offset: 0.8 },
  { opacity: 0, transform: "translateY(-60%)" },
];

/** @typedef {import("./moved_cards").CardPosition} CardPosition */
/** @typedef {import("../../types/page").View} View */

/** @returns {HTMLElement[]} */
const things = () => Array.from(document.querySelectorAll("#table .thing"));

/** @param {HTMLElement} button @returns {CardPosition} */
function positionOf(button) {
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

/** The positions of all things before the next view is drawn. @returns {CardPosition[]} */
export function measurePositions() {
  return animationsOff() ? [] : things().map(positionOf);
}

/**
 * Animate every thing from its old position, and flip those that were turned over.
 * @param {CardPosition[]} before
 * @param {boolean} [fresh] whether the first cards of a game are on the table
 * @returns {"deal" | "move" | "turn" | ""} the kind of animation, for the sound
 */
export function animateFrom(before, fresh = false) {
  if (animationsOff() || !(before.length || fresh)) return "";
  const buttons = things();
  const now = buttons.map(positionOf);
  const came = matchMovedCards(before, now);
  const old = new Map(before.map((card) => [card.key, card]));
  const added = now.filter((card, i) => card.token && !came[i] && old.get(card.key)?.token !== card.token);
  const moves = came.filter((from, i) => from && from.key !== now[i].key);
  if (added.length + moves.length >= DEAL_SIZE) return deal(buttons, now);
  const turns = now.map((card, i) => move(buttons[i], card, came[i], old.get(card.key)));
  return moves.length ? "move" : turns.includes(true) ? "turn" : "";
}

/**
 * Animate one thing; return whether it was turned over.
 * @param {HTMLElement} button
 * @param {CardPosition} card
 * @param {CardPosition | undefined} came where it came from, possibly the same place
 * @param {CardPosition | undefined} was what was here before
 */
function move(button, card, came, was) {
  if (came) slide(button, came.box, card.box);
  else if (!was) appear(button);
  const turned = came && card.token !== "" && (came.turned !== card.turned || came.token !== card.token);
  if (turned) turn(button, came.face);
  return Boolean(turned);
}

/**
 * Deal all things from the middle of the table, one after the other.
 * @param {HTMLElement[]} buttons
 * @param {CardPosition[]} now
 */
function deal(buttons, now) {
  const table = /** @type {HTMLElement} */ (document.getElementById("table")).getBoundingClientRect();
  const [x, y] = [table.left + table.width / 2, Math.min(table.top + table.height / 2, innerHeight / 2)];
  const dealt = buttons.map((button, i) => ({ button, card: now[i] })).filter(({ card }) => card.token);
  dealt.forEach(({ button, card: { box } }, i) => {
    const zoom = zoomOf(button);
    const start = `translate(${(x - box.left - box.width / 2) / zoom}px, ${(y - box.top - box.height / 2) / zoom}px) rotate(${(i % 5) * 8 - 16}deg) scale(.6)`;
    const delay = (i * DEAL_DURATION) / dealt.length;
    animateAbove(button, [{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none" }], { ...MOVE, delay, fill: "backwards" });
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
function animateAbove(button, frames, options) {
  const animation = button.firstElementChild?.animate(frames, options);
  if (!animation) return;
  animation.playbackRate = animationSpeed();
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
  animateAbove(button, [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], MOVE);
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
  leaving.classList.add("old-face");
  leaving.setAttribute("aria-hidden", "true");
  button.append(leaving);
  leaving.animate([{ rotate: "y 0deg" }, { rotate: "y 90deg" }], { duration: HALF_TURN, easing: "ease-in" }).onfinish = () => leaving.remove();
  shown.animate([{ rotate: "y 90deg" }, { rotate: "y 90deg", offset: 0.5 }, { rotate: "y 0deg" }], { duration: 2 * HALF_TURN, easing: "ease-out" });
}

/**
 * Count changed scores up to their new values, with the gain above them.
 * @param {View} before
 * @param {number[]} gains by seat
 */
export function countScores(before, gains) {
  if (reducedMotion.matches) return;
  document.querySelectorAll("#seats .seat").forEach((seat, i) => gains[i] && count(seat, before.seats[i].score, gains[i]));
}

/**
 * @param {Element} seat
 * @param {number} from
 * @param {number} change
 */
function count(seat, from, change) {
  const gain = document.createElement("span");
  gain.className = "score-gain";
  gain.setAttribute("aria-hidden", "true");
  gain.textContent = signed(change);
  seat.append(gain);
  gain.animate(RISE, { duration: 4 * COUNT_DURATION }).onfinish = () => gain.remove();
  const number = seat.querySelector(".count") ?? seat.querySelector(".score");
  if (!number || number.childElementCount) return;
  const began = performance.now();
  const tick = () => {
    const part = Math.min(1, (performance.now() - began) / COUNT_DURATION);
    number.textContent = String(from + Math.round(change * part));
    if (part < 1 && number.isConnected) requestAnimationFrame(tick);
  };
  tick();
}
