// Dialogs over the table, loaded on demand: leaving, inviting, and the rules for a question.

import { get } from "../../lib/api.js";
import { copyButton } from "../../lib/copy.js";
import { elementsFromTree, byId, element } from "../../lib/element.js";
import { language, word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */
/** @typedef {import("../../types/games").RulesPage} RulesPage */

/**
 * Ask before leaving, and say what happens then.
 * @param {View} view
 * @param {() => void} go
 */
export function confirmLeaving(view, go) {
  const dialog = byId("table-dialog");
  const alone = view.seats.every((seat, i) => seat.kind === "bot" || i === view.you || view.hot_seat.includes(i));
  const stay = element("button", { type: "button", class: "primary", onclick: () => dialog.close() }, word("leave.stay"));
  const leave = () => {
    dialog.close();
    go();
  };
  dialog.replaceChildren(
    element("h2", {}, word("leave.title")),
    element("p", {}, word(alone ? "leave.lead.alone" : "leave.lead")),
    element("div", { class: "buttons" }, stay, element("button", { type: "button", class: "quiet", id: "leave-go", onclick: leave }, word("menu.leave"))),
  );
  dialog.showModal();
  stay.focus();
}

/**
 * Show links: to free seats with their codes, to one's own seat for another device, and for watching.
 * @param {View} view
 * @param {() => boolean} isWanted checked again when the links have arrived
 */
export async function showInvitation(view, isWanted) {
  const dialog = byId("invitation");
  /** @type {import("../../types/tables").SeatLink[]} */
  const seats = view.you === null ? [] : await get(`/api/tables/${view.table}/links`).catch(() => []);
  /** @type {import("../../types/tables").Invitation | null} */
  const all = view.you === null ? null : await get(`/api/tables/${view.table}/invitation`).catch(() => null);
  if (!isWanted()) return;
  const links = seats.filter((link) => link.url);
  const free = links.filter((link) => link.kind === "open");
  const own = links.filter((link) => link.kind !== "open");
  const origin = new URL(links[0]?.url ?? location.href).origin;
  dialog.replaceChildren(
    element("h2", {}, word("share.title")),
    all?.free ? element("p", {}, word("share.scan")) : "",
    all?.free ? linkRow(all.url, word("share.all", { count: all.free }), all.qr, view.title) : "",
    free.length > 1 ? linkList(word("share.single"), free, (name) => word("share.seat", { name })) : "",
    linkRow(`${origin}/table/${view.table}`, word("share.watch")),
    own.length > 0 ? linkList(word("share.move"), own, (name) => word("share.own", { name })) : "",
    element("div", { class: "buttons" }, element("button", { type: "button", onclick: () => dialog.close() }, word("share.close"))),
  );
  if (!dialog.open) dialog.showModal();
}

/**
 * Links to single seats, folded.
 * @param {string} title
 * @param {import("../../types/tables").SeatLink[]} links
 * @param {(name: string) => string} label the text for the link of a player
 */
function linkList(title, links, label) {
  const rows = links.map((link) => linkRow(link.url ?? "", label(link.name), link.qr));
  return element("details", {}, element("summary", {}, title), ...rows);
}

/**
 * @param {string} url
 * @param {string} label
 * @param {string | null} [code]
 * @param {string} [title] the title for the device's share dialog, if that is to be offered
 */
function linkRow(url, label, code, title) {
  const field = element("input", { readonly: true, value: url, "aria-label": label, onfocus: () => field.select() });
  const share = title && "share" in navigator && shareButton(url, title);
  return element("div", { class: "share-link" }, element("span", {}, label), field, copyButton(field), share, code && qr(code));
}

/** @param {string} url @param {string} title */
function shareButton(url, title) {
  const send = () => navigator.share({ title, text: word("share.text", { title }), url }).catch(() => undefined);
  return element("button", { type: "button", class: "primary share-button", onclick: send }, word("share.send"));
}

/** @param {string} source */
function qr(source) {
  return element("img", { class: "qr", alt: word("share.qr"), width: 180, height: 180, src: source, loading: "lazy" });
}

/** Show the rules for the current question. @param {View} view */
export async function showRules(view) {
  const book = await fetchRulebook(view.game);
  const dialog = byId("table-dialog");
  const wanted = view.rules.flatMap((id) => findRule(book.elements, id));
  dialog.replaceChildren(
    element("h2", {}, view.question),
    element("ul", {}, ...elementsFromTree(wanted)),
    element("div", { class: "buttons" },
      element("a", { class: "button quiet", href: `/rules/${view.game}#${view.rules[0]}`, target: "_blank", rel: "noopener" }, word("table_dialog.all")),
      element("button", { type: "button", class: "primary", onclick: () => dialog.close() }, word("table_dialog.close"))),
  );
  dialog.showModal();
}

/**
 * The list item of a rule in the rulebook, with its sub-rules.
 * @param {any[]} nodes
 * @param {string} id
 * @returns {any[]}
 */
const findRule = (nodes, id) => nodes.flatMap((node) => (typeof node === "string" ? [] : node[1].id === id ? [node] : findRule(node.slice(2), id)));

/** @type {Map<string, Promise<RulesPage>>} */
const books = new Map();

/** @param {string} game */
function fetchRulebook(game) {
  const key = `${game} ${language()}`;
  if (!books.has(key)) books.set(key, get(`/api/rules/${encodeURIComponent(game)}`));
  return /** @type {Promise<RulesPage>} */ (books.get(key)).catch((failure) => {
    books.delete(key);
    throw failure;
  });
}
