// Loads the parts that only some tables have: clock and chat.

/** @typedef {import("../lib/types").View} View */

/** The offset of the server's clock in milliseconds. */
export let ahead = 0;

/** Update the offset from the server's time. @param {number} now */
export function setTime(now) {
  ahead = now - Date.now();
}

/** @type {Promise<unknown>} the drawing so far, because modules may not load in the order of the requests */
let drawn = Promise.resolve();

/**
 * @param {View} view
 * @param {(message: object) => void} send
 */
export function drawOptionalParts(view, send) {
  if (view.clock) draw(import("./clock/clock.js"), ({ drawClock }) => drawClock(view));
  if (view.chat) draw(import("./chat/chat.js"), ({ drawChat }) => drawChat(view, send));
}

/**
 * @template T
 * @param {Promise<T>} loading
 * @param {(module: T) => void} deed
 */
function draw(loading, deed) {
  drawn = drawn.then(async () => deed(await loading)).catch(reportError);
}
