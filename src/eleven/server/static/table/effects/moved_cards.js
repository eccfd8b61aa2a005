// Matches the things of a new view to those of the old one, as far as a person could follow them; independent of the DOM.

/**
 * @typedef {object} Spot
 * @property {string} key the keys of the zone and the thing
 * @property {string} token the kind of thing; `red-?` is a hidden thing with a red back
 * @property {string} seat the seat it belongs to
 * @property {boolean} turned whether it is face up
 * @property {DOMRect} box
 * @property {HTMLElement | null} face
 */

/**
 * For every thing, find where it came from: its own place, else a place that lost an equal thing, else a place of the same
 * player (or, finally, of anybody) with the same back, if one of the two is hidden.
 * @param {Spot[]} before
 * @param {Spot[]} now
 * @returns {(Spot | undefined)[]}
 */
export function matched(before, now) {
  const old = new Map(before.map((spot) => [spot.key, spot]));
  const there = new Map(now.map((spot) => [spot.key, spot.token]));
  const lost = before.filter((spot) => spot.token && there.get(spot.key) !== spot.token);
  const found = now.map((spot) => (old.get(spot.key)?.token === spot.token ? old.get(spot.key) : undefined));
  for (const alike of [isSame, isKinHere, isKin]) {
    now.forEach((spot, i) => {
      if (found[i] || !spot.token) return;
      const place = lost.findIndex((one) => alike(one, spot));
      if (place >= 0) [found[i]] = lost.splice(place, 1);
    });
  }
  return found;
}

/** @param {Spot} one @param {Spot} other */
const isSame = (one, other) => one.token === other.token;

/** The same back, and one of the two was hidden. @param {Spot} one @param {Spot} other */
const isKin = (one, other) => one.token.includes("?") !== other.token.includes("?") && backOf(one) === backOf(other);

/** @param {Spot} one @param {Spot} other */
const isKinHere = (one, other) => one.seat === other.seat && isKin(one, other);

/** @param {Spot} spot */
const backOf = (spot) => spot.token.split("-")[0];
