// Cards are seen going from where they were to where they are: dealt, passed, turned. The new table is there at once and
// can be touched; what moves is only the picture.

import { rate } from "./animation_speed.js";
import { matched } from "./tracking.js";

const MOVE = { duration: 340, easing: "cubic-bezier(.2,.75,.25,1)" };
const HALF_TURN = 130;
const APPEAR = { duration: 240, easing: "ease-out" };
/** So many things that come at once are a deal: they come one after the other, all within this time. */
const A_DEAL = 12;
const DEALING = 620;
const COUNTING = 700;

/** @typedef {import("./tracking").Spot} Spot */
/** @typedef {import("../../lib/types").View} View */

export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing is to move, by the device's wish or by the one chosen here. */
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

/** Where everything lies before the next view is drawn. @returns {Spot[]} */
export function remember() {
  return isStill() ? [] : things().map(spotOf);
}

/**
 * Move every picture from where it was, and turn those that were turned.
 * @param {Spot[]} before
 * @param {boolean} [fresh] whether the first cards of a game are on the table
 * @returns {"deal" | "move" | "turn" | ""} what was to be seen, for the ear
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
 * One thing; whether it was turned over.
 * @param {HTMLElement} button
 * @param {Spot} spot
 * @param {Spot | undefined} came where it came from, perhaps from where it is
 * @param {Spot | undefined} was what lay here
 */
function move(button, spot, came, was) {
  if (came) slide(button, came.box, spot.box);
  else if (!was) appear(button);
  const turned = came && spot.token !== "" && (came.turned !== spot.turned || came.token !== spot.token);
  if (turned) turn(button, came.face);
  return Boolean(turned);
}

/**
 * Everything comes from the middle of the table, one after the other.
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

/** On a large screen the table is drawn larger, and pixels inside it are. @param {Element} button */
const zoomOf = (button) => /** @type {any} */ (button).currentCSSZoom ?? 1;

/**
 * An animation of the picture, above its neighbours.
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
 * The old face turns away, then the new one turns up; both on their edge half-way.
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
 * Scores that changed count up to what they are, with the gain above them.
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
