// The server's clock, by which the time to decide runs.

/** How far the server's clock is ahead of this device's, in milliseconds. */
export let clockOffset = 0;

/** @param {number} now the server's time */
export function setServerTime(now) {
  clockOffset = now - Date.now();
}
