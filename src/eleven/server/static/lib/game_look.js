// The look of a game from `games/<id>/look/`, loaded before its first view is drawn. A look may draw things, scores and
// boards; where it returns null, the generic drawing is used.

import { element } from "./element.js";
import { hueOf, shapeOf } from "./colours.js";
import { fittedText } from "./format/fit_text.js";
import { svgElement } from "./svg.js";
import { word } from "./words.js";

/** @typedef {import("../types/page").Look} Look */
/** @typedef {import("../types/page").Tools} Tools */

/** @type {Look} */
let look = {};
let current = "";
/** @type {Promise<void> | null} */
let loading = null;
/** @type {(() => void)[]} callbacks that wait for the look, in order */
const waiting = [];

/** @returns {Look} */
export const gameLook = () => look;

/**
 * Call a function as soon as the look of a game is loaded.
 * @param {string} game
 * @param {() => void} callback
 */
export function withLook(game, callback) {
  if (game === current && !loading) return callback();
  waiting.push(callback);
  loading ??= load(game).then(() => {
    loading = null;
    for (const next of waiting.splice(0)) next();
  });
}

/** Load a look; if that fails, the game is playable without it. @param {string} game */
async function load(game) {
  current = game;
  document.body.dataset.game = game;
  const style = new Promise((done) => document.head.append(element("link", { rel: "stylesheet", href: lookFile(game, "look.css"), onload: done, onerror: done })));
  const module = import(lookFile(game, "look.js")).catch(() => ({}));
  [look] = await Promise.all([module, style]);
}

/**
 * The URL of a file of a game's look.
 * @param {string} game
 * @param {"look.css" | "look.js" | "art.svg" | "cover.svg"} file
 */
export const lookFile = (game, file) => `/static/games/${game}/${file}`;

/**
 * A drawing from the game's `art.svg`, by the id of its symbol; hidden from screen readers.
 * @param {string} name
 * @param {string} [classes]
 * @returns {SVGElement}
 */
function art(name, classes = "") {
  const use = svgElement("use", { href: `${lookFile(current, "art.svg")}#${name}` });
  return svgElement("svg", { class: `art ${classes}`.trim(), "aria-hidden": "true" }, use);
}

/** The helper functions that looks get. @type {Tools} */
export const tools = { art, element, fittedText, word, hueOf, shapeOf };
