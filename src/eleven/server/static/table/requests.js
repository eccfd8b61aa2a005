// What is asked of the server about a table, beside the moves: another game, a bot for somebody who left, going away.

import { post } from "../lib/api.js";

/** @param {string} table @param {string} [level] */
export async function rematch(table, level) {
  const made = await post(`/api/tables/${table}/rematch`, { level });
  location.assign(`/table/${made.table}`);
}

/** A seat is kept at the new table for everybody who sat at this one. @param {string} next */
export async function follow(next) {
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
