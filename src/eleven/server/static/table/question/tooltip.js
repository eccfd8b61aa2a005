// Explains a thing next to the question when it is hovered or focused by keyboard. On touch screens, a long press shows the
// explanation.

import { byId, setText } from "../../lib/element.js";

/** Whether the bar has room; otherwise it would grow and shrink while the pointer moves. */
const wide = matchMedia("(min-width: 1000px)");

/** @param {() => boolean} isFree whether nothing else is shown there */
export function listenToHover(isFree) {
  const show = (/** @type {EventTarget | null} */ target) => isFree() && setText(byId("path"), inWords(target));
  for (const part of ["table", "seats"]) {
    const place = byId(part);
    place.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && wide.matches && show(event.target));
    place.addEventListener("pointerleave", () => show(null));
    place.addEventListener("focusin", (/** @type {Event} */ event) => show(isKeyboardFocused(event.target) ? event.target : null));
    place.addEventListener("focusout", () => show(null));
  }
}

/** @param {EventTarget | null} target */
const isKeyboardFocused = (target) => target instanceof Element && target.matches(":focus-visible");

/** The name and explanation of a thing, if it has one. @param {EventTarget | null} target */
function inWords(target) {
  const thing = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".thing")) : null;
  return thing?.dataset.about ? `${thing.dataset.name}: ${thing.dataset.about}` : "";
}
