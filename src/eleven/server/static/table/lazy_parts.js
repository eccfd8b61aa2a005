// Loads the parts that only some tables have: clock and chat.

/** @typedef {import("../types/page").View} View */

/** @type {Promise<unknown>} the drawing so far, because modules may not load in the order of the requests */
let lastDrawing = Promise.resolve();

/**
 * @param {View} view
 * @param {(message: object) => boolean} send
 */
export function drawOptionalParts(view, send) {
  if (view.clock) drawInOrder(import("./clock/clock.js"), ({ drawClock }) => drawClock(view));
  if (view.chat) drawInOrder(import("./chat/chat.js"), ({ drawChat }) => drawChat(view, send));
}

/**
 * @template T
 * @param {Promise<T>} loading
 * @param {(module: T) => void} draw
 */
function drawInOrder(loading, draw) {
  lastDrawing = lastDrawing.then(async () => draw(await loading)).catch(reportError);
}
