// API requests about a table besides moves: a rematch, replacing a missing player by a bot, leaving.

import { post } from "../lib/api.js";

/** @param {string} table @param {string} [level] */
export async function rematch(table, level) {
  const made = await post(`/api/tables/${table}/rematch`, { level });
  location.assign(`/table/${made.table}`);
}

/** Go to the rematch, where a seat is reserved for everybody who played here. @param {string} next */
export async function goToRematch(next) {
  await post(`/api/tables/${next}/join`).catch(() => undefined);
  location.assign(`/table/${next}`);
}

/** @param {string} table @param {number} seat @param {string} level */
export const takeOver = (table, seat, level) => post(`/api/tables/${table}/take_over`, { seat, level });

/** @param {string} table @param {number | null} seat @param {boolean} isAway */
export async function leaveOrReturn(table, seat, isAway) {
  await post(`/api/tables/${table}/${isAway ? "return" : "leave"}`, { seat });
  if (!isAway) location.assign("/");
}
