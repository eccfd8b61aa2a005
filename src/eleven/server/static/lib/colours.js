// Every colour has a shape, so that colour is never the only distinction.

const SHAPES = /** @type {Record<string, string>} */ ({
  red: "●", green: "▲", blue: "■", gold: "◆", yellow: "★", orange: "⬟", violet: "✚", white: "○", black: "⬢", grey: "◍",
});

/**
 * The first colour that occurs in some names, if any.
 * @param {...string} names
 */
export function hueOf(...names) {
  for (const name of names) {
    const found = name.split(/[^a-z]+/).find((part) => part in SHAPES);
    if (found) return found;
  }
  return "";
}

/** @param {string} hue */
export const shapeOf = (hue) => SHAPES[hue] ?? "";
