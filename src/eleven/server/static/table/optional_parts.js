// What only some tables have, loaded where needed: a clock, and talk.

/** @typedef {import("../lib/types").View} View */

/** Milliseconds by which the server's clock is ahead of ours. */
export let ahead = 0;

/** The server has said what time it is. @param {number} now */
export function setTime(now) {
  ahead = now - Date.now();
}

/** @type {Promise<unknown>} what is drawn so far: modules need not arrive in the order in which they were asked for */
let drawn = Promise.resolve();

/**
 * @param {View} view
 * @param {(message: object) => void} send
 */
export function drawOptionalParts(view, send) {
  if (view.clock) draw(import("./clock/clock.js"), ({ drawClock }) => drawClock(view));
  if (view.talk) draw(import("./talk/talk.js"), ({ drawTalk }) => drawTalk(view, send));
}

/**
 * @template T
 * @param {Promise<T>} loading
 * @param {(module: T) => void} deed
 */
function draw(loading, deed) {
  drawn = drawn.then(async () => deed(await loading)).catch(reportError);
}
