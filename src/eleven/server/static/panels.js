// What lies over the table for a moment: scores after a round, the end, the curtain, the invitation.

import { get } from "./api.js";
import { byId, element } from "./element.js";
import { levelSelect } from "./levels.js";
import { word } from "./words.js";

/** @typedef {import("./types").View} View */

/**
 * The scores after they changed, beside the table and never in the way of the next action.
 * @param {View} view
 * @param {View} before
 */
export function showRound(view, before) {
  const changed = view.seats.some((seat, i) => seat.score !== before.seats[i]?.score);
  if (!changed || view.over || before.table !== view.table) return;
  const lines = view.events.flatMap((event) => event.lines).slice(-2 * view.seats.length - 2);
  const panel = byId("round");
  panel.replaceChildren(
    element("h2", {}, word("round.title")),
    element("ul", { class: "scores" }, ...view.seats.map((seat, i) => element("li", {}, word("round.line", { name: seat.name, score: seat.score, change: signed(seat.score - before.seats[i].score) }).replace(" ()", "")))),
    element("ul", { class: "told" }, ...lines.map((line) => element("li", {}, line))),
    element("button", { type: "button", onclick: hideRound }, word("round.go")),
  );
  panel.hidden = false;
}

export function hideRound() {
  byId("round").hidden = true;
}

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : change ? String(change).replace("-", "−") : "");

/**
 * @param {View} view
 * @param {(level?: string) => void} rematch
 * @param {(table: string) => void} follow
 */
export function showEnding(view, rematch, follow) {
  if (!view.over) return;
  const over = view.over;
  const dialog = byId("ending");
  const ranking = view.seats.map((_, i) => i).sort((a, b) => over.scores[b] - over.scores[a]);
  const next = view.rematch;
  const bot = view.seats.find((seat) => seat.kind === "bot");
  const level = bot && view.you !== null && !next ? levelSelect(word("end.level"), bot.level ?? undefined) : null;
  const again = next
    ? element("button", { type: "button", class: "primary", onclick: () => follow(next) }, word("end.rematch.join"))
    : view.you !== null && element("button", { type: "button", class: "primary", onclick: () => rematch(level?.value) }, word("end.rematch"));
  dialog.replaceChildren(
    element("h2", {}, word("end.title")),
    element("p", { class: "winner" }, winnersInWords(view)),
    element("p", {}, over.reason),
    element("ol", { class: "scores", "aria-label": word("end.rank") }, ...ranking.map((seat) => rank(view, seat))),
    element("div", { class: "buttons" },
      again,
      level && element("label", { class: "field" }, element("span", {}, word("end.level")), level),
      element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, word("end.look")),
      (view.you !== null || view.public) && element("a", { class: "button quiet", href: `/replay/${view.table}` }, word("end.replay")),
      (view.you !== null || view.public) && element("a", { class: "button quiet", href: `/api/tables/${view.table}/log`, download: true }, word("end.log")),
      element("a", { class: "button quiet", href: "/" }, word("end.home"))),
  );
  if (!dialog.open) dialog.showModal();
}

/** @param {View} view */
function winnersInWords(view) {
  const winners = view.over?.winners ?? [];
  if (winners.length === 1 && winners[0] === view.you && view.hot_seat.length < 2) return word("end.you");
  const names = winners.map((seat) => view.seats[seat].name).join(", ");
  return word(winners.length === 1 ? "end.won" : "end.shared", { names });
}

/**
 * @param {View} view
 * @param {number} seat
 */
function rank(view, seat) {
  const won = view.over?.winners.includes(seat);
  const score = element("b", {}, String(view.over?.scores[seat]));
  return element("li", { class: won ? "won" : "" }, element("span", {}, `${won ? "★ " : ""}${view.seats[seat].name}`), score);
}

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
  const go = element("button", { type: "button", class: "primary", onclick: lift }, word("curtain.go", { name }));
  dialog.replaceChildren(element("h2", {}, word("curtain.title", { name })), element("p", {}, word("curtain.lead")), go);
  dialog.oncancel = (/** @type {Event} */ event) => event.preventDefault();
  dialog.onclose = () => document.body.classList.contains("covered") && dialog.showModal();
  if (!dialog.open) dialog.showModal();
  go.focus();
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
  const links = /** @type {import("./types").Link[]} */ (seats).filter((link) => link.url);
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
