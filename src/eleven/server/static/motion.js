// Cards are seen going from where they were to where they are. The new table is there at once and can be touched;
// what moves is only the picture.

const MOVE = { duration: 280, easing: "cubic-bezier(.2,.7,.2,1)" };
const TURN = { duration: 220, easing: "ease-out" };

/** @typedef {{zone: string, token: string, up: boolean, box: DOMRect}} Spot */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {HTMLElement} button */
const spotKey = (button) => `${button.closest(".zone")?.getAttribute("data-key")}|${button.dataset.key}`;

/** Where everything lies before the next view is drawn. @returns {Map<string, Spot>} */
export function remember() {
  const spots = new Map();
  if (still.matches) return spots;
  for (const button of things()) {
    spots.set(spotKey(button), { token: button.dataset.token ?? "", up: button.classList.contains("up"), box: button.getBoundingClientRect() });
  }
  return spots;
}

/** @returns {NodeListOf<HTMLElement>} */
const things = () => document.querySelectorAll(".thing");

/**
 * Move every picture from where it was.
 * @param {Map<string, Spot>} before
 */
export function moveFrom(before) {
  if (still.matches || !before.size) return;
  const now = Array.from(things(), (button) => ({ button, key: spotKey(button), token: button.dataset.token ?? "" }));
  const left = leftBehind(before, now);
  for (const { button, key, token } of now) {
    const was = before.get(key);
    const came = was?.token === token ? was : left.get(token)?.pop();
    if (came) slide(button, came.box);
    else if (!was) fadeIn(button);
    if (was && was.token === token && was.up !== button.classList.contains("up")) turn(button);
  }
}

/**
 * Spots by token from which the thing has gone.
 * @param {Map<string, Spot>} before
 * @param {{key: string, token: string}[]} now
 */
function leftBehind(before, now) {
  const stayed = new Map(now.map(({ key, token }) => [key, token]));
  const left = /** @type {Map<string, Spot[]>} */ (new Map());
  for (const [key, spot] of before) {
    if (!spot.token || stayed.get(key) === spot.token) continue;
    left.set(spot.token, [...(left.get(spot.token) ?? []), spot]);
  }
  return left;
}

/**
 * @param {HTMLElement} button
 * @param {DOMRect} from
 */
function slide(button, from) {
  const to = button.getBoundingClientRect();
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (Math.abs(dx) + Math.abs(dy) < 2 || !to.width) return;
  const scale = from.width / to.width;
  const start = `translate(${dx}px, ${dy}px) scale(${scale})`;
  button.firstElementChild?.animate([{ transform: start, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0", zIndex: 5 }], MOVE);
}

/** @param {HTMLElement} button */
function fadeIn(button) {
  button.firstElementChild?.animate([{ opacity: 0, transform: "scale(.8)" }, { opacity: 1, transform: "none" }], TURN);
}

/** @param {HTMLElement} button */
function turn(button) {
  button.firstElementChild?.animate([{ transform: "scaleX(0)" }, { transform: "none" }], TURN);
}
