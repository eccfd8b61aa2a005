// What only some tables have, loaded where it is: a clock, and talk.

/** @typedef {import("../lib/types").View} View */

/** Milliseconds by which the server's clock is ahead of ours. */
export let ahead = 0;

/** The server has said what time it is. @param {number} now */
export function setTime(now) {
  ahead = now - Date.now();
}

/**
 * @param {View} view
 * @param {(message: object) => void} send
 */
export function drawBeside(view, send) {
  if (view.clock) import("./clock.js").then(({ drawClock }) => drawClock(view));
  if (view.talk) import("./talk.js").then(({ drawTalk }) => drawTalk(view, send));
}
