// Matches the things of a new view to those of the old one, as far as a person could follow them; independent of the DOM.

/**
 * @typedef {object} CardPosition
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
 * @param {CardPosition[]} before
 * @param {CardPosition[]} now
 * @returns {(CardPosition | undefined)[]}
 */
export function matchMovedCards(before, now) {
  const old = new Map(before.map((card) => [card.key, card]));
  const there = new Map(now.map((card) => [card.key, card.token]));
  const lost = before.filter((card) => card.token && there.get(card.key) !== card.token);
  const found = now.map((card) => (old.get(card.key)?.token === card.token ? old.get(card.key) : undefined));
  for (const isMatch of [sameCard, sameBackAndSeat, sameBack]) {
    now.forEach((card, i) => {
      if (found[i] || !card.token) return;
      const place = lost.findIndex((one) => isMatch(one, card));
      if (place >= 0) [found[i]] = lost.splice(place, 1);
    });
  }
  return found;
}

/** @param {CardPosition} one @param {CardPosition} other */
const sameCard = (one, other) => one.token === other.token;

/** The same back, and one of the two was hidden. @param {CardPosition} one @param {CardPosition} other */
const sameBack = (one, other) => one.token.includes("?") !== other.token.includes("?") && backOf(one) === backOf(other);

/** @param {CardPosition} one @param {CardPosition} other */
const sameBackAndSeat = (one, other) => one.seat === other.seat && sameBack(one, other);

/** @param {CardPosition} card */
const backOf = (card) => card.token.split("-")[0];
