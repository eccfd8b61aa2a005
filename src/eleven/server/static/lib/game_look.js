// The look of a game: what `games/<id>/look/` brings, loaded before its first view is drawn. A look may draw things,
// scores and boards; where it says nothing (null), they are drawn as for any game.

import { element } from "./element.js";
import { hueOf, shapeOf } from "./colours.js";
import { lettering } from "./lettering.js";
import { word } from "./words.js";

/** @typedef {import("./types").Look} Look */
/** @typedef {import("./types").Tools} Tools */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Look} */
let look = {};
let current = "";
/** @type {Promise<void> | null} */
let loading = null;
/** @type {(() => void)[]} what waits for the look, in its order */
const waiting = [];

/** @returns {Look} */
export const lookNow = () => look;

/**
 * Do something once the look of a game is there: at once, if it is.
 * @param {string} game
 * @param {() => void} deed
 */
export function withLook(game, deed) {
  if (game === current && !loading) return deed();
  waiting.push(deed);
  loading ??= load(game).then(() => {
    loading = null;
    for (const next of waiting.splice(0)) next();
  });
}

/** A look that does not come is no reason not to play. @param {string} game */
async function load(game) {
  current = game;
  document.body.dataset.game = game;
  const style = new Promise((done) => document.head.append(element("link", { rel: "stylesheet", href: lookFile(game, "look.css"), onload: done, onerror: done })));
  const module = import(lookFile(game, "look.js")).catch(() => ({}));
  [look] = await Promise.all([module, style]);
}

/**
 * Where a file of a game's look is.
 * @param {string} game
 * @param {"look.css" | "look.js" | "art.svg" | "cover.svg"} file
 */
export const lookFile = (game, file) => `/static/games/${game}/${file}`;

/**
 * A drawing out of the game's `art.svg`, by the id of its symbol; it says nothing to a screen reader.
 * @param {string} name
 * @param {string} [classes]
 * @returns {SVGElement}
 */
function art(name, classes = "") {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", `art ${classes}`.trim());
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${lookFile(current, "art.svg")}#${name}`);
  drawing.append(use);
  return drawing;
}

/** What a look draws with. @type {Tools} */
export const tools = { art, element, lettering, word, hueOf, shapeOf };
