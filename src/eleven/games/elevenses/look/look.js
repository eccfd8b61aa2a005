// How Elevenses is drawn: a card shows its number, its spoons, a drawing and its name; its back has a colour and a shape.

/** @typedef {import("../../../server/static/types/page").Thing} Thing */
/** @typedef {import("../../../server/static/types/page").Zone} Zone */
/** @typedef {import("../../../server/static/types/page").State} State */
/** @typedef {import("../../../server/static/types/page").Tools} Tools */

/** The number of a card and its spoons. @type {Record<string, [number, number]>} */
const CARDS = {
  trolley: [1, 0], tea: [2, 1], milk: [3, 1], sugar: [4, 1], cups: [5, 1], china: [6, 2], biscuits: [7, 2],
  sandwiches: [8, 2], cakes: [9, 2], servants: [10, 3], elevenses: [11, 0],
};
/** The two places that are empty at first. @type {Record<string, string>} */
const SIDES = { 1: "trolley", 10: "servants" };
/** What each guest wants to see. @type {Record<string, number[]>} */
const WISHES = {
  dowager: [2, 3, 10], colonel: [4, 5, 10], vicar: [2, 7, 8], "film-star": [3, 8, 9], poet: [4, 6, 9], aviatrix: [5, 6, 7],
};

/**
 * @param {Thing} thing
 * @param {Zone} zone
 * @param {State} state
 * @param {Tools} tools
 */
export function face(thing, zone, state, tools) {
  if (zone.id.startsWith("guest:")) return guest(thing, tools);
  if (thing.id === "noon") return clock(thing, tools);
  if (state === "place") return place(thing, tools);
  const [hue, name] = thing.token.split(/-(.*)/s);
  if (state === "up") return card(hue, name, thing, tools);
  return back(hue, state === "known" ? name : "", thing, tools);
}

/** @param {Thing} thing */
const isPosition = (thing) => /^\d+$/.test(thing.note);

/**
 * @param {string} hue
 * @param {string} name
 * @param {Thing} thing
 * @param {Tools} tools
 */
function card(hue, name, thing, { element, art, fittedText }) {
  const [number, spoons] = CARDS[name];
  return element("span", { class: "face card" },
    element("span", { class: "card-number" }, String(number)),
    element("span", { class: "spoons" }, ...Array.from({ length: spoons }, () => art("spoon"))),
    art(name, "picture"),
    fittedText(thing.text),
    art(hue, "set"),
    thing.note && !isPosition(thing) ? element("span", { class: "ribbon" }, thing.note) : null);
}

/**
 * A card that lies face down; what its owner knows of it lies on it as a ticket.
 * @param {string} hue
 * @param {string} name
 * @param {Thing} thing
 * @param {Tools} tools
 */
function back(hue, name, thing, { element, art, fittedText }) {
  const ticket = name && element("span", { class: "ticket" },
    element("span", { class: "card-number" }, String(CARDS[name][0])), art(name, "picture"), fittedText(thing.text));
  return element("span", { class: "face card-back" },
    art("back", "back-pattern"),
    ticket || art(hue, "shape"),
    isPosition(thing) ? element("span", { class: "position" }, thing.note) : null,
    thing.note && !isPosition(thing) ? element("span", { class: "ribbon" }, thing.note) : null);
}

/**
 * @param {Thing} thing
 * @param {Tools} tools
 */
function place(thing, { element, art }) {
  const side = SIDES[thing.note];
  return element("span", { class: "face empty-place" }, side && art(side, "picture"), element("span", { class: "position" }, thing.note));
}

/**
 * @param {Thing} thing
 * @param {Tools} tools
 */
function guest(thing, { element, art, fittedText }) {
  const wishes = WISHES[thing.token];
  if (!wishes) return element("span", { class: "face guest-card" }, art("guest", "portrait"));
  return element("span", { class: "face guest-card" },
    art(thing.token, "portrait"),
    fittedText(thing.text),
    element("span", { class: "wishes" }, ...wishes.map((number) => element("span", {}, String(number)))));
}

/**
 * How many turns are left before noon.
 * @param {Thing} thing
 * @param {Tools} tools
 */
const clock = (thing, { element, art, fittedText }) =>
  element("span", { class: "face card noon" }, element("span", { class: "card-number" }, thing.note), art("elevenses", "picture"), fittedText(thing.text));

/**
 * @param {Thing} thing
 * @param {Zone} zone
 */
export function classes(thing, zone) {
  if (!zone.id.startsWith("guest:")) return "";
  return thing.up ? "guest welcomed" : "guest";
}

/**
 * The value of the spread in spoons, and the sugar cubes. The note of a spread names both, in this order.
 * @param {import("../../../server/static/types/page").Seat} seat
 * @param {import("../../../server/static/types/page").View} view
 * @param {Tools} tools
 */
export function score(seat, view, tools) {
  const { element, art } = tools;
  return element("span", { class: "seat-scores" },
    spoons(seat, view, tools),
    element("span", {}, art("cube"), element("b", { class: "count" }, String(seat.score))));
}

/**
 * @param {import("../../../server/static/types/page").Seat} seat
 * @param {import("../../../server/static/types/page").View} view
 * @param {Tools} tools
 */
function spoons(seat, view, { element, art }) {
  const spread = view.zones.find((zone) => zone.id === `spread:${seat.token}`);
  const total = spread?.note.match(/\d+/)?.[0];
  return total === undefined ? null : element("span", { class: "spoon-total" }, art("spoon"), total);
}

/**
 * The spread's value decides a round.
 * @param {import("../../../server/static/types/page").Seat} seat
 * @param {import("../../../server/static/types/page").View} before
 * @param {Tools} tools
 */
export function result(seat, before, tools) {
  return tools.element("span", { class: "seat-scores" }, spoons(seat, before, tools));
}
