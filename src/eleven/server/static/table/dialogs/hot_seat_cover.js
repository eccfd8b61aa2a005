// Covers the table between players who share a device.

import { byId, element } from "../../lib/element.js";
import { replaceChildrenIfChanged } from "../drawing/keyed_elements.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */

/** @type {number | null} the seat of the person at the screen */
let seatAtScreen = null;

/**
 * Cover the table until the next player confirms that they are there; returns whether it is covered.
 * @param {View} next
 * @param {(seat: number) => void} look asks for the view of a seat, which hides the cover
 */
export function coverIfNeeded(next, look) {
  if (next.hot_seat.length < 2 || next.stage === "waiting" || next.over) return false;
  const wanted = next.asked !== null && next.hot_seat.includes(next.asked) ? next.asked : (seatAtScreen ?? next.you);
  if (wanted === null || (wanted === seatAtScreen && wanted === next.you)) return false;
  const confirm = () => {
    seatAtScreen = wanted;
    look(wanted);
  };
  if (seatAtScreen !== wanted || !isCovered()) showCover(next, wanted, confirm);
  return true;
}

/**
 * Cover the table; nothing of it is drawn meanwhile.
 * @param {View} view
 * @param {number} seat
 * @param {() => void} onConfirm
 */
function showCover(view, seat, onConfirm) {
  const dialog = byId("hot-seat-cover");
  const name = view.seats[seat].name;
  document.body.classList.add("covered");
  const go = element("button", { type: "button", class: "primary", "data-seat": seat, onclick: onConfirm }, word("hot_seat_cover.go", { name }));
  const fresh = replaceChildrenIfChanged(dialog, [element("h2", {}, word("hot_seat_cover.title", { name })), element("p", {}, word("hot_seat_cover.lead")), go]);
  dialog.oncancel = (/** @type {Event} */ event) => event.preventDefault();
  dialog.onclose = () => document.body.classList.contains("covered") && dialog.showModal();
  if (!dialog.open) dialog.showModal();
  if (fresh) go.focus();
}

export const isCovered = () => document.body.classList.contains("covered");

export function hideCover() {
  if (!isCovered()) return;
  document.body.classList.remove("covered");
  byId("hot-seat-cover").close();
}
