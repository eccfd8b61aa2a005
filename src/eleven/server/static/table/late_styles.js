// Style sheets of what the first sight of a table does not need.

import { element } from "../lib/element.js";

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** Load a style sheet of the table once. @param {string} name */
export function loadStyle(name) {
  const found = loaded.get(name) ?? new Promise((done) => document.head.append(element("link", { rel: "stylesheet", href: `/static/table/${name}`, onload: () => done(undefined), onerror: () => done(undefined) })));
  loaded.set(name, found);
  return found;
}
