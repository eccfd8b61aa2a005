// The generic face of a thing: its colour with a shape, number, text and note.

import { element } from "../../lib/element.js";
import { hueOf, shapeOf } from "../../lib/colours.js";
import { fittedText } from "../../lib/format/fit_text.js";
import { gameLook, tools } from "../../lib/game_look.js";
import { hasWord, word } from "../../lib/words.js";

/** @typedef {import("../../types/page").Thing} Thing */
/** @typedef {import("../../types/page").Zone} Zone */

const NUMERAL = /^(?:[a-z]+-)?(\d{1,2})$/;
const PIPS = /^[a-z]+\d(-[a-z]+\d)*$/;

/** @param {Thing} thing */
const thingHue = (thing) => (PIPS.test(thing.token) ? "" : hueOf(thing.token, thing.back, placeOf(thing)));

/** The place in the id of an empty place or cell, `<kind>:<colour>-<number>`. @param {Thing} thing */
function placeOf(thing) {
  const tail = thing.id.split(":").at(-1) ?? "";
  return tail.includes("-") ? tail : "";
}

/** The first letter of a colour's name in the current language. @param {string} hue */
function letterOf(hue) {
  const name = hasWord(`hue.${hue}`) ? word(`hue.${hue}`) : hue;
  return name.charAt(0).toUpperCase();
}

/**
 * `up`, `known` (face down, but the viewer knows it), `down`, or `place` (empty).
 * @param {Thing} thing
 * @param {Zone} zone
 * @returns {import("../../types/page").State}
 */
export function stateOf(thing, zone) {
  if (thing.up) return "up";
  const known = thing.token && !thing.token.includes("?");
  if (zone.columns > 0) return known ? "known" : thing.token ? "down" : "place";
  return known ? "up" : "down";
}

/**
 * The accessible name of a thing.
 * @param {Thing} thing
 * @param {Zone} zone
 */
export function nameOf(thing, zone) {
  const state = stateOf(thing, zone);
  const hue = thingHue(thing);
  const colour = hue && !thing.text.includes(word(`hue.${hue}`)) ? word(`hue.${hue}`) : "";
  const isFree = state === "place" && !/\p{L}/u.test(thing.text);
  const text = thing.text === "?" ? word("thing.unknown") : isFree ? numeralOf(thing, state) : thing.text;
  const lies = isFree ? word("thing.free") : state === "down" || state === "known" ? word("thing.down") : "";
  return [text, colour, lies, thing.note].filter(Boolean).join(", ");
}

/**
 * The face, without the button around it.
 * @param {Thing} thing
 * @param {Zone} zone
 */
export function faceOf(thing, zone) {
  const hue = thingHue(thing);
  const state = stateOf(thing, zone);
  const own = gameLook().face?.(thing, zone, state, tools);
  if (own) return own;
  const numeral = numeralOf(thing, state);
  const face = element("span", { class: hue ? "face with-sign" : "face" });
  if (hue) face.append(sign(hue));
  if (state === "down") face.append(back(hue, thing));
  else if (numeral) face.append(element("span", { class: "numeral" }, numeral));
  else if (PIPS.test(thing.token)) face.append(pips(thing.token));
  else face.append(fittedText(thing.text));
  if (thing.note) face.append(element("span", { class: "note" }, thing.note));
  return face;
}

/**
 * The number to show large: that of a card or of an empty place.
 * @param {Thing} thing
 * @param {string} state
 */
function numeralOf(thing, state) {
  const named = state === "place" ? placeOf(thing) : thing.token;
  return (NUMERAL.exec(named) ?? NUMERAL.exec(thing.text))?.[1];
}

/** @param {string} hue */
function sign(hue) {
  return element("span", { class: "sign", "aria-hidden": "true" }, shapeOf(hue));
}

/**
 * @param {string} hue
 * @param {Thing} thing
 */
function back(hue, thing) {
  if (thing.text !== "?" && !hue) return element("span", { class: "text" }, thing.text);
  return element("span", { class: "shape", "aria-hidden": "true" }, shapeOf(hue) || "?");
}

/** `red2-blue1`: two red shapes and a blue one. @param {string} token */
function pips(token) {
  const drawn = element("span", { class: "pips", "aria-hidden": "true" });
  for (const part of token.split("-")) {
    const hue = part.slice(0, -1);
    for (let i = 0; i < Number(part.slice(-1)); i++) {
      drawn.append(element("span", { class: `pip hue-${hue}` }, letterOf(hue)));
    }
  }
  return drawn;
}

/**
 * The classes of a thing's button.
 * @param {Thing} thing
 * @param {Zone} zone
 */
export function classesOf(thing, zone) {
  const hue = thingHue(thing);
  const state = stateOf(thing, zone);
  const note = zone.columns >= LONG_ROW && thing.note ? " has-note" : "";
  const longText = zone.columns === 0 && (thing.text.length > LONG_TEXT || thing.note.length > LONG_TEXT) ? " has-long-text" : "";
  const number = zone.columns === 0 && numeralOf(thing, state) ? " number" : "";
  const own = gameLook().classes?.(thing, zone, state) ?? "";
  return `thing ${state}${own ? ` ${own}` : ""}${number}${hue ? ` hue-${hue}` : ""}${note}${longText}`;
}

const LONG_TEXT = 12;
/** A zone with at least this many columns is a row of a board, drawn with small cells. */
export const LONG_ROW = 12;
