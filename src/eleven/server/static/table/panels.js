// What lies over the table for a moment: the curtain of a shared device, the invitation.

import { get } from "../lib/api.js";
import { byId, element } from "../lib/element.js";
import { replaced } from "./keyed_elements.js";
import { word } from "../lib/words.js";

/** @typedef {import("../lib/types").View} View */

/**
 * Nothing of the table is drawn while the curtain is down.
 * @param {View} view
 * @param {number} seat
 * @param {() => void} lift
 */
export function lowerCurtain(view, seat, lift) {
  const dialog = byId("curtain");
  const name = view.seats[seat].name;
  document.body.classList.add("covered");
  const go = element("button", { type: "button", class: "primary", "data-seat": seat, onclick: lift }, word("curtain.go", { name }));
  const fresh = replaced(dialog, [element("h2", {}, word("curtain.title", { name })), element("p", {}, word("curtain.lead")), go]);
  dialog.oncancel = (/** @type {Event} */ event) => event.preventDefault();
  dialog.onclose = () => document.body.classList.contains("covered") && dialog.showModal();
  if (!dialog.open) dialog.showModal();
  if (fresh) go.focus();
}

export const isCovered = () => document.body.classList.contains("covered");

export function liftCurtain() {
  if (!isCovered()) return;
  document.body.classList.remove("covered");
  byId("curtain").close();
}

/**
 * Links to free seats with their codes, to one's own seat for another device, and for watching.
 * @param {View} view
 * @param {() => boolean} [isWanted] asked again when the links have come
 */
export async function showInvitation(view, isWanted = () => true) {
  const dialog = byId("invitation");
  const seats = view.you === null ? [] : await get(`/api/tables/${view.table}/links`).catch(() => []);
  if (!isWanted()) return;
  const links = /** @type {import("../lib/types").Link[]} */ (seats).filter((link) => link.url);
  const free = links.filter((link) => link.kind === "open");
  const own = links.filter((link) => link.kind !== "open");
  const origin = new URL(links[0]?.url ?? location.href).origin;
  dialog.replaceChildren(
    element("h2", {}, word("share.title")),
    free.length > 0 ? element("p", {}, word("share.scan")) : "",
    ...free.map((link) => invitation(link.url ?? "", word("share.seat", { name: link.name }), link.qr)),
    invitation(`${origin}/table/${view.table}`, word("share.watch")),
    own.length > 0 ? element("details", {}, element("summary", {}, word("share.move")), ...own.map((link) => invitation(link.url ?? "", word("share.own", { name: link.name }), link.qr))) : "",
    element("div", { class: "buttons" }, element("button", { type: "button", onclick: () => dialog.close() }, word("share.close"))),
  );
  if (!dialog.open) dialog.showModal();
}

/**
 * @param {string} url
 * @param {string} label
 * @param {string | null} [code]
 */
function invitation(url, label, code) {
  const field = element("input", { readonly: true, value: url, "aria-label": label, onfocus: () => field.select() });
  const copy = element("button", { type: "button", onclick: () => copied(field, copy) }, word("share.copy"));
  return element("div", { class: "link" }, element("span", {}, label), field, copy, code && qr(code));
}

/**
 * The clipboard is closed to pages without TLS; there the field is selected for copying by hand.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} button
 */
async function copied(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  button.textContent = word("share.copied");
}

/** @param {string} source */
function qr(source) {
  return element("img", { class: "qr", alt: word("share.qr"), width: 180, height: 180, src: source, loading: "lazy" });
}
