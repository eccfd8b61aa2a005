// Loads style sheets that the first paint does not need.

import { element } from "./element.js";

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** Load a style sheet once. @param {string} href */
export function loadStyle(href) {
  const found = loaded.get(href) ?? new Promise((done) => document.head.append(element("link", { rel: "stylesheet", href, onload: () => done(undefined), onerror: () => done(undefined) })));
  loaded.set(href, found);
  return found;
}
