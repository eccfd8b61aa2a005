// A view on the page: seats, the zones of the others, the middle, the own place. Elements are kept from view to
// view by what they stand for, so that focus stays and cards can be seen moving.

import { byId, element, say } from "./element.js";
import { LONG_ROW, classesOf, faceOf, nameOf, stateOf } from "./faces.js";
import { hueOf, shapeOf } from "./hues.js";
import { levelWord } from "./levels.js";
import { lookNow, tools } from "./looks.js";
import { word } from "./words.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Zone} Zone */
/** @typedef {import("./types").Thing} Thing */

const CELL = 46;
const MANY = 4;

/** @param {View} view */
export function drawTable(view) {
  drawSeats(view);
  const middle = view.zones.filter((zone) => zone.seat === null);
  drawMiddle(view, middle);
  const order = seatOrder(view);
  keep(byId("others"), order.filter((seat) => seat !== view.you), (seat) => `area:${seat}`, area, (node, seat) => fillArea(node, view, seat));
  const own = view.you === null ? [] : [view.you];
  keep(byId("own"), own, (seat) => `area:${seat}`, area, (node, seat) => fillArea(node, view, seat));
}

/** Nothing of what one player saw is left on the page for the next. */
export function clearTable() {
  laid = null;
  for (const id of ["seats", "others", "board", "middle", "own", "choices"]) byId(id).replaceChildren();
}

/** The seats clockwise, beginning with the left neighbour of whoever looks. @param {View} view */
function seatOrder(view) {
  const first = view.you === null ? 0 : view.you + 1;
  return view.seats.map((_, i) => (first + i) % view.seats.length);
}

/**
 * Make the children of a node be one per item, reusing those that are there.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => any} make
 * @param {(node: any, item: T) => void} fill
 */
export function keep(parent, items, keyOf, make, fill) {
  const old = new Map(Array.from(parent.children, (child) => [/** @type {HTMLElement} */ (child).dataset.key, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let node = old.get(key);
    old.delete(key);
    if (!node) {
      node = make(item);
      /** @type {HTMLElement} */ (node).dataset.key = key;
    }
    if (node !== place) parent.insertBefore(/** @type {Element} */ (node), place);
    else place = place?.nextElementSibling ?? null;
    fill(node, item);
  }
  for (const gone of old.values()) gone.remove();
}

/** @param {View} view */
function drawSeats(view) {
  const make = () => element("button", { class: "seat", type: "button" });
  keep(byId("seats"), view.seats.map((_, i) => i), (seat) => `seat:${seat}`, make, (node, seat) => fillSeat(node, view, seat));
}

/**
 * @param {HTMLElement} node
 * @param {View} view
 * @param {number} seat
 */
function fillSeat(node, view, seat) {
  const who = view.seats[seat];
  const hue = hueOf(who.token);
  const asked = view.asked === seat;
  node.className = `seat${hue ? ` hue-${hue}` : ""}${asked ? " asked" : ""}${seat === view.you ? " you" : ""}`;
  node.dataset.touch = `seat:${who.token}`;
  node.replaceChildren(
    element("span", { class: hue ? "sign" : "sign plain", "aria-hidden": "true" }, shapeOf(hue) || who.token.charAt(0).toUpperCase()),
    element("span", { class: "who" }, who.name || who.token),
    element("span", { class: "score" }, lookNow().score?.(who, view, tools) ?? String(who.score)),
    element("span", { class: "what" }, whatNow(view, seat)),
    element("span", { class: "totals" }, totals(view, seat)),
  );
  const score = word("seat.score", { score: who.score });
  node.setAttribute("aria-label", [seatName(view, seat), score, totals(view, seat), seatState(who), asked ? word("seat.asked") : ""].filter(Boolean).join(", "));
}

/**
 * @param {View} view
 * @param {number} seat
 */
export function seatName(view, seat) {
  const name = view.seats[seat].name || view.seats[seat].token;
  return seat === view.you ? word("seat.you", { name }) : name;
}

/**
 * @param {View} view
 * @param {number} seat
 */
function whatNow(view, seat) {
  const own = seat === view.you;
  if (view.asked === seat) return word(own ? "ask.yours" : "seat.asked");
  return own ? word("seat.me") : seatState(view.seats[seat]);
}

/** @param {import("./types").Seat} who */
function seatState(who) {
  if (who.left) return word("seat.left");
  if (who.kind === "bot") return who.level ? word("seat.bot.level", { level: levelWord(who.level) }) : word("seat.bot");
  if (who.kind === "open") return word("seat.open");
  return who.here ? "" : word("seat.away");
}

/**
 * The first note of what lies before a seat: its totals.
 * @param {View} view
 * @param {number} seat
 */
const totals = (view, seat) => view.zones.find((zone) => zone.seat === seat && zone.note)?.note ?? "";

/** @param {number} seat */
function area(seat) {
  return element("section", { class: "area", "data-seat": seat }, element("h2"), element("div", { class: "zones" }));
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
  say(/** @type {Element} */ (node.firstElementChild), name);
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
  laid = view;
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
  keep(parent, zones, (zone) => zone.id, make, (node, zone) => fillZone(node, zone, owner));
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
  say(/** @type {Element} */ (node.querySelector(".label")), zone.label);
  say(/** @type {Element} */ (node.querySelector(".zone-note")), zone.note);
  const things = /** @type {HTMLElement} */ (node.lastElementChild);
  const keys = thingKeys(zone);
  keep(things, heaped(zone), (thing) => keys.get(thing) ?? thing.id, newThing, (button, thing) => fillThing(button, thing, zone));
  things.classList.toggle("none", zone.things.length === 0);
}

/**
 * Many hidden things that are all alike are drawn as one heap.
 * @param {Zone} zone
 */
function heaped(zone) {
  if (zone.columns > 0) return zone.things;
  const alike = (/** @type {Thing} */ thing) => JSON.stringify([thing.text, thing.back, thing.token, thing.note]);
  const hidden = zone.things.filter((thing) => stateOf(thing, zone) === "down");
  const heaps = /** @type {Map<string, Thing[]>} */ (new Map());
  for (const thing of hidden) heaps.set(alike(thing), [...(heaps.get(alike(thing)) ?? []), thing]);
  return zone.things.flatMap((thing) => {
    const heap = heaps.get(alike(thing)) ?? [];
    if (heap.length < MANY || !hidden.includes(thing)) return [thing];
    return heap[0] === thing ? [{ ...thing, note: `×${heap.length}` }] : [];
  });
}

/** A key per thing; like things with one id are counted. @param {Zone} zone */
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
  button.title = thing.note ? button.dataset.name : "";
  button.replaceChildren(faceOf(thing, zone));
}

/** @type {View | null} the view that lies on the board */
let laid = null;

/** Lay the long rows of a board in as many lines as fit, each line showing every row, so that neighbours stay neighbours. */
export function layBoard() {
  const board = byId("board");
  if (!laid || lookNow().layBoard?.(board, laid, tools)) return;
  const rows = Array.from(board.children, (zone) => Array.from(zone.querySelectorAll(".thing")));
  const longest = Math.max(0, ...rows.map((row) => row.length));
  if (!longest || !board.clientWidth) return;
  const fitting = Math.max(1, Math.floor(board.clientWidth / CELL));
  const lines = Math.ceil(longest / fitting);
  const across = Math.ceil(longest / lines);
  board.style.setProperty("--across", String(across));
  rows.forEach((row, r) =>
    row.forEach((cell, c) => {
      const line = Math.floor(c / across);
      /** @type {HTMLElement} */ (cell).style.gridArea = `${line * (rows.length + 1) + r + 1} / ${(c % across) + 1}`;
    }),
  );
}
