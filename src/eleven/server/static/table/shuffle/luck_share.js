// Fair shuffles in the browser: stores the first commitment, then adds a share of randomness.

import { randomHex } from "../../lib/api.js";
import { byId, setText } from "../../lib/element.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */
/** @typedef {{shown: string, share?: string, at: number}} StoredShare */

const MAX_STORED = 200;
const PREFIX = "fair:";
let warned = false;

/** What this browser was shown at a table, and what it has sent. @param {string} table @returns {StoredShare | null} */
export const storedShare = (table) => JSON.parse(localStorage.getItem(PREFIX + table) ?? "null");

/** @param {string} table @param {StoredShare} kept */
function storeShare(table, kept) {
  const tables = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  if (tables.length >= MAX_STORED) {
    const age = (/** @type {string} */ name) => JSON.parse(localStorage.getItem(name) ?? "{}").at ?? 0;
    localStorage.removeItem(tables.sort((a, b) => age(a) - age(b))[0]);
  }
  localStorage.setItem(PREFIX + table, JSON.stringify(kept));
  return kept;
}

/** Store the first hash that a table shows, unless the game is over. @param {View} view */
export function storeFirstHash(view) {
  return storedShare(view.table) ?? (view.over ? null : storeShare(view.table, { shown: view.hash, at: Date.now() }));
}

/**
 * Show the commitment; send this browser's share if it is wanted. The share is stored before it is sent; the same share
 * is sent again as long as it is wanted.
 * @param {View} view
 * @param {{send: (message: object) => void}} connection
 * @param {(warning: string) => void} warn
 */
export function addShare(view, connection, warn) {
  const kept = storeFirstHash(view);
  setText(byId("shuffle-hash"), word("shuffle.hash", { hash: view.hash.slice(0, 16) }));
  byId("shuffle-hash").title = view.hash;
  if (kept && kept.shown !== view.hash && !warned) {
    warned = true;
    warn(word("fair.changed"));
  }
  if (!kept || !view.share_wanted) return;
  const share = kept.share ?? storeShare(view.table, { ...kept, share: randomHex(32) }).share;
  connection.send({ type: "share", id: "share", commitment: kept.shown, share });
}
