// The animations of a live table, loaded after the page: the first view shows everything where it is.

/** @typedef {import("../../types/page").View} View */
/** @typedef {typeof import("./animation.js")} Animation */

/** @type {Animation | null} */
let animation = null;

/** Load the animations if they are not loaded yet; without them, the next view tries again. */
export async function loadAnimation() {
  animation ??= await import("./animation.js").catch(() => null);
}

export const measurePositions = () => animation?.measurePositions() ?? [];

/** @type {(...given: Parameters<Animation["animateFrom"]>) => ReturnType<Animation["animateFrom"]>} */
export const animateFrom = (...given) => animation?.animateFrom(...given) ?? "";

/** Count changed scores up to their new values; return whether any has changed. @param {View} view @param {View | null} before */
export function countScores(view, before) {
  if (!before || before.table !== view.table) return false;
  const gains = view.seats.map((seat, i) => seat.score - (before.seats[i]?.score ?? seat.score));
  animation?.countScores(before, gains);
  return gains.some(Boolean);
}
