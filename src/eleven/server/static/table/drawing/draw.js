// Draws a view: the seats, the other players' zones, the middle, and one's own area. Elements are reused between views by
// key, so that focus is kept and moving cards can be animated.

import { arrange, distributeHeight } from "../board.js";
import { byId, element, setText } from "../../lib/element.js";
import { LONG_ROW, classesOf, faceOf, nameOf, stateOf } from "./card_face.js";
import { hueOf, shapeOf } from "../../lib/colours.js";
import { reconcile } from "./keyed_elements.js";
import { gameLook, tools } from "../../lib/game_look.js";
import { drawSeats, seatName } from "./seats.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */
/** @typedef {import("../../types/page").Zone} Zone */
/** @typedef {import("../../types/page").Thing} Thing */

const HEAP_SIZE = 4;

/** @param {View} view */
export function drawTable(view) {
  drawSeats(view);
  const middle = view.zones.filter((zone) => zone.seat === null);
  drawMiddle(view, middle);
  const order = seatOrder(view);
  reconcile(byId("others"), order.filter((seat) => seat !== view.you), (seat) => `area:${seat}`, area, (node, seat) => fillArea(node, view, seat));
  const own = view.you === null ? [] : [view.you];
  reconcile(byId("own"), own, (seat) => `area:${seat}`, area, (node, seat) => fillArea(node, view, seat));
  if (!isAboutToBegin(view)) document.body.classList.remove("loading");
}

/** Whether the game has not started yet, although no other people are missing. @param {View} view */
const isAboutToBegin = (view) => view.stage === "waiting" && view.seats.every((seat, i) => seat.kind === "bot" || i === view.you || view.hot_seat.includes(i));

/** Clear the table before the next player at a shared device. */
export function clearTable() {
  boardView = null;
  for (const id of ["seats", "others", "board", "middle", "own", "choices"]) byId(id).replaceChildren();
}

/** The seats clockwise, starting with the viewer's left neighbour. @param {View} view */
function seatOrder(view) {
  const first = view.you === null ? 0 : view.you + 1;
  return view.seats.map((_, i) => (first + i) % view.seats.length);
}

/** @param {number} seat */
function area(seat) {
  const span = (/** @type {string} */ name, more = {}) => element("span", { class: name, ...more });
  const hidden = { "aria-hidden": "true" };
  const heading = element("h2", {}, span("sign", hidden), span("player-name"), span("area-score", hidden));
  return element("section", { class: "area", "data-seat": seat }, heading, element("div", { class: "zones" }));
}

/**
 * @param {HTMLElement} node
 * @param {View} view
 * @param {number} seat
 */
function fillArea(node, view, seat) {
  const name = seatName(view, seat);
  const hue = hueOf(view.seats[seat].token);
  node.className = `area${hue ? ` hue-${hue}` : ""}${view.asked === seat ? " asked" : ""}`;
  const [sign, playerName, areaScore] = /** @type {HTMLElement} */ (node.firstElementChild).children;
  setText(sign, shapeOf(hue));
  setText(playerName, name);
  areaScore.replaceChildren(gameLook().score?.(view.seats[seat], view, tools) ?? "");
  const zones = view.zones.filter((zone) => zone.seat === seat);
  drawZones(/** @type {Element} */ (node.lastElementChild), zones, name);
}

/**
 * @param {View} view
 * @param {Zone[]} zones
 */
function drawMiddle(view, zones) {
  const rows = zones.filter((zone) => zone.columns >= LONG_ROW);
  byId("board").hidden = rows.length === 0;
  drawZones(byId("board"), rows, "");
  boardView = view;
  layBoard();
  drawZones(byId("middle"), zones.filter((zone) => zone.columns < LONG_ROW), "");
}

/**
 * @param {Element} parent
 * @param {Zone[]} zones
 * @param {string} owner
 */
function drawZones(parent, zones, owner) {
  const make = () =>
    element("section", { class: "zone" }, element("h3", {}, element("span", { class: "label" }), element("span", { class: "zone-note" })), element("div", { class: "things" }));
  reconcile(parent, zones, (zone) => zone.id, make, (node, zone) => fillZone(node, zone, owner));
}

/**
 * @param {HTMLElement} node
 * @param {Zone} zone
 * @param {string} owner
 */
function fillZone(node, zone, owner) {
  const name = owner ? word("zone.name", { label: zone.label, name: owner }) : zone.label;
  node.setAttribute("aria-label", name);
  node.dataset.kind = zone.id.split(":")[0];
  node.classList.toggle("rows", zone.columns > 0 && zone.columns < LONG_ROW);
  node.style.setProperty("--columns", String(zone.columns || 1));
  setText(/** @type {Element} */ (node.querySelector(".label")), zone.label);
  setText(/** @type {Element} */ (node.querySelector(".zone-note")), zone.note);
  const things = /** @type {HTMLElement} */ (node.lastElementChild);
  const keys = thingKeys(zone);
  reconcile(things, combineHidden(zone), (thing) => keys.get(thing) ?? thing.id, newThing, (button, thing) => fillThing(button, thing, zone));
  things.classList.toggle("empty", zone.things.length === 0);
}

/**
 * Combine many identical hidden things into one heap.
 * @param {Zone} zone
 */
function combineHidden(zone) {
  if (zone.columns > 0) return zone.things;
  const alike = (/** @type {Thing} */ thing) => JSON.stringify([thing.text, thing.back, thing.token, thing.note]);
  const hidden = zone.things.filter((thing) => stateOf(thing, zone) === "down");
  const heaps = /** @type {Map<string, Thing[]>} */ (new Map());
  for (const thing of hidden) heaps.set(alike(thing), [...(heaps.get(alike(thing)) ?? []), thing]);
  return zone.things.flatMap((thing) => {
    const heap = heaps.get(alike(thing)) ?? [];
    if (heap.length < (gameLook().heap ?? HEAP_SIZE) || !hidden.includes(thing)) return [thing];
    return heap[0] === thing ? [{ ...thing, note: `×${heap.length}` }] : [];
  });
}

/** A unique key for each thing; things with the same id are numbered. @param {Zone} zone */
function thingKeys(zone) {
  const seen = /** @type {Map<string, number>} */ (new Map());
  const keys = /** @type {Map<Thing, string>} */ (new Map());
  for (const thing of zone.things) {
    const n = seen.get(thing.id) ?? 0;
    seen.set(thing.id, n + 1);
    keys.set(thing, n ? `${thing.id}#${n}` : thing.id);
  }
  return keys;
}

function newThing() {
  return element("button", { type: "button", class: "thing" });
}

/**
 * @param {HTMLElement} button
 * @param {Thing} thing
 * @param {Zone} zone
 */
function fillThing(button, thing, zone) {
  const drawn = JSON.stringify([thing, zone.columns]);
  button.dataset.touch = thing.id;
  button.dataset.token = thing.token;
  button.dataset.seat = zone.seat === null ? "" : String(zone.seat);
  if (button.dataset.drawn === drawn) return;
  button.dataset.drawn = drawn;
  button.className = classesOf(thing, zone);
  button.dataset.name = nameOf(thing, zone);
  button.dataset.about = thing.about ?? "";
  button.dataset.title = [thing.note ? button.dataset.name : "", button.dataset.about].filter(Boolean).join("\n");
  button.title = button.dataset.title;
  button.replaceChildren(faceOf(thing, zone));
}

/** @type {View | null} the view for which the board was laid out */
let boardView = null;

/** Lay out the long rows of a board, after each view and each resize. */
export function layBoard() {
  const board = byId("board");
  if (boardView && !gameLook().layBoard?.(board, boardView, tools)) arrange(board);
}

/** Adjust the heights, if only touchable cells or the sizes of surrounding parts have changed. */
export const fitBoard = () => distributeHeight(byId("board"));

/** Lay out the board again when the available size changes. */
export function observeSizes() {
  new ResizeObserver(layBoard).observe(byId("centre"));
  const around = new ResizeObserver(fitBoard);
  for (const id of ["own", "question-bar"]) around.observe(byId(id));
}
