// Covers the table between players who share a device.

import { byId, element } from "../../lib/element.js";
import { replaceChildrenIfChanged } from "../drawing/keyed_elements.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../lib/types").View} View */

/**
 * Cover the table; nothing of it is drawn meanwhile.
 * @param {View} view
 * @param {number} seat
 * @param {() => void} onConfirm
 */
export function showCover(view, seat, onConfirm) {
  const dialog = byId("hot-seat-cover");
  const name = view.seats[seat].name;
  document.body.classList.add("covered");
  const go = element("button", { type: "button", class: "primary", "data-seat": seat, onclick: onConfirm }, word("curtain.go", { name }));
  const fresh = replaceChildrenIfChanged(dialog, [element("h2", {}, word("curtain.title", { name })), element("p", {}, word("curtain.lead")), go]);
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
