// 11! the card game: number cards in four strong colours with a cream edge, on a dark table; full half rows are gilded.

import { arrange } from "/static/table/board.js";

/** @typedef {import("../../../server/static/types/page").Thing} Thing */
/** @typedef {import("../../../server/static/types/page").Zone} Zone */
/** @typedef {import("../../../server/static/types/page").View} View */
/** @typedef {import("../../../server/static/types/page").Seat} Seat */
/** @typedef {import("../../../server/static/types/page").Tools} Tools */

const JOKER = "joker";
/** Every row grows from this number both ways. */
const MIDDLE = 11;
/** What lies beside the rows, by the first part of its id. */
const DRAWINGS = /** @type {Record<string, string>} */ ({ link: "link", bonus: "bonus", bonuses: "bonus", box: "box" });

/** @param {Thing} thing @param {Zone} zone @param {string} state @param {Tools} tools */
export function face(thing, zone, state, tools) {
  const [kind, place = ""] = thing.id.split(":");
  if (kind === "place") return placed(thing, place, tools);
  if (kind === "pile") return back(tools, numeral(tools, thing.note));
  if (kind in DRAWINGS) return faceElement(tools, `extra of-${DRAWINGS[kind]}`, tools.art(DRAWINGS[kind]), counted(tools, thing.note));
  if (thing.token === JOKER) return faceElement(tools, "card wild", tools.art("joker"), counted(tools, thing.note));
  if (thing.token && state !== "down") return card(thing.token, tools);
  return back(tools, thing.note ? counted(tools, thing.note) : null);
}

/** What nobody sees is a heap with a number. */
export const heap = 2;

/** @param {Thing} thing */
export function classes(thing) {
  if (thing.id.startsWith("place:")) return thing.token === JOKER ? `stand-in hue-${thing.id.slice(6).split("-")[0]}` : thing.note ? "fits" : "";
  return thing.token || thing.id.startsWith("hand:") || thing.id === "pile" ? "hand-card" : "beside";
}

/** Cards in hand, bonus cards, and points of earlier rounds. @param {Seat} seat @param {View} view @param {Tools} tools */
export function score(seat, view, tools) {
  const [hand, before] = ["hand", "before"].map((kind) => view.zones.find((zone) => zone.id === `${kind}:${seat.token}`));
  if (!hand) return null;
  const held = hand.things.reduce((sum, thing) => sum + (Number(thing.note) || 1), 0);
  const bonuses = Number(before?.things.find((thing) => thing.id.startsWith("bonus:"))?.note ?? 0);
  return tools.element("span", { class: "hand-count" },
    tools.art("cards"), numeral(tools, String(held)),
    bonuses > 0 && tools.element("span", { class: "won" }, tools.art("bonus"), numeral(tools, String(bonuses))),
    seat.score !== 0 && tools.element("span", { class: "points" }, String(seat.score).replace("-", "−")));
}

/** @param {HTMLElement} board @param {View} view */
export function layBoard(board, view) {
  arrange(board);
  for (const zone of view.zones.filter((each) => each.id.startsWith("row:"))) {
    const cells = board.querySelectorAll(`[data-key="${zone.id}"] .thing`);
    const [low, high] = [zone.things.slice(0, MIDDLE - 1), zone.things.slice(MIDDLE)].map((half) => half.every((thing) => thing.up));
    cells.forEach((cell, i) => cell.classList.toggle("full", i < MIDDLE - 1 ? low : i >= MIDDLE ? high : low && high));
  }
  return true;
}

/** A place in a row: a card, a joker for it, or nothing yet. @param {Thing} thing @param {string} place @param {Tools} tools */
function placed(thing, place, tools) {
  const [hue, number] = place.split("-");
  if (thing.token === JOKER) return faceElement(tools, "card wild", tools.art("joker"), numeral(tools, number));
  if (thing.up) return card(place, tools);
  return faceElement(tools, "free", sign(tools, hue), numeral(tools, number));
}

/** @param {string} token @param {Tools} tools */
function card(token, tools) {
  const [hue, number] = token.split("-");
  return faceElement(tools, "card", sign(tools, hue), numeral(tools, number));
}

/** @param {Tools} tools @param {Node | null} [mark] */
const back = (tools, mark = null) => faceElement(tools, "back", tools.art("back", "back-pattern"), mark ?? tools.art("eleven", "mark"));

/** @param {Tools} tools @param {string} hue */
const sign = (tools, hue) => tools.element("span", { class: "sign", "aria-hidden": "true" }, tools.shapeOf(hue));

/** @param {Tools} tools @param {string} text */
const numeral = (tools, text) => tools.element("span", { class: "numeral" }, text);

/** How many, where it is not one. @param {Tools} tools @param {string} note */
const counted = (tools, note) => (note && note !== "1" ? tools.element("span", { class: "badge" }, note.startsWith("×") ? note : `×${note}`) : null);

/** @param {Tools} tools @param {string} kind @param {...(Node | null)} parts */
const faceElement = (tools, kind, ...parts) => tools.element("span", { class: `face ${kind}` }, ...parts);
