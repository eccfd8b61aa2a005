// What a thing does is said beside the question as soon as one points at it, or comes to it by keys. On a touch screen a
// long press says it.

import { byId, say } from "../../lib/element.js";

/** Where the bar has room for it: elsewhere it would grow and shrink under the pointer. */
const wide = matchMedia("(min-width: 1000px)");

/** @param {() => boolean} isFree whether nothing else is to be said there */
export function listenToPointing(isFree) {
  const tell = (/** @type {EventTarget | null} */ target) => isFree() && say(byId("path"), inWords(target));
  for (const part of ["table", "seats"]) {
    const place = byId(part);
    place.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && wide.matches && tell(event.target));
    place.addEventListener("pointerleave", () => tell(null));
    place.addEventListener("focusin", (/** @type {Event} */ event) => tell(isComeToByKeys(event.target) ? event.target : null));
    place.addEventListener("focusout", () => tell(null));
  }
}

/** @param {EventTarget | null} target */
const isComeToByKeys = (target) => target instanceof Element && target.matches(":focus-visible");

/** The name of a thing and what it does, where there is something to say. @param {EventTarget | null} target */
function inWords(target) {
  const thing = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".thing")) : null;
  return thing?.dataset.about ? `${thing.dataset.name}: ${thing.dataset.about}` : "";
}
