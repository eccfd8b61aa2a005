// Drag and drop, and the long press that explains a thing. A drag counts as two touches: at its start and at its end. A long
// press followed by a movement is still a drag.

const DRAG_DISTANCE = 8;
const LONG_PRESS = 550;

/**
 * @typedef {object} Drag
 * @property {HTMLElement} source
 * @property {number} x
 * @property {number} y
 * @property {HTMLElement | null} ghost
 * @property {number} timer
 */

/**
 * @param {{dragStart: (id: string) => boolean, drop: (id: string | null) => void, why: (target: HTMLElement) => void}} handlers
 */
export function listenToDrags(handlers) {
  /** @type {Drag | null} */
  let drag = null;
  let suppressClick = false;

  const end = () => {
    if (!drag) return;
    clearTimeout(drag.timer);
    drag.ghost?.remove();
    drag.source.classList.remove("drag-source");
    drag = null;
  };

  document.addEventListener("pointerdown", (event) => {
    suppressClick = false;
    const source = touchTarget(event.target);
    if (!source || event.button !== 0) return;
    const timer = window.setTimeout(() => {
      suppressClick = true;
      handlers.why(source);
    }, LONG_PRESS);
    drag = { source, x: event.clientX, y: event.clientY, ghost: null, timer };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(dx, dy) < DRAG_DISTANCE) return;
    clearTimeout(drag.timer);
    if (!drag.ghost) {
      if (!drag.source.classList.contains("draggable") || !handlers.dragStart(drag.source.dataset.touch ?? "")) return end();
      drag.ghost = createGhost(drag.source);
    }
    drag.ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(2deg)`;
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag?.ghost) return end();
    const source = drag.source;
    end();
    suppressClick = true;
    const under = touchTarget(document.elementFromPoint(event.clientX, event.clientY));
    handlers.drop(under && under !== source ? (under.dataset.touch ?? null) : null);
  });

  document.addEventListener("pointercancel", end);
  document.addEventListener("dragstart", (event) => event.preventDefault());
  document.addEventListener("contextmenu", (event) => {
    const source = touchTarget(event.target);
    if (!source) return;
    event.preventDefault();
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch") handlers.why(source);
  });
  document.addEventListener("click", (event) => {
    if (!suppressClick) return;
    suppressClick = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}

/** @param {EventTarget | null} target */
function touchTarget(target) {
  return /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest("[data-touch]") : null);
}

/** A copy of the thing that follows the pointer. @param {HTMLElement} source */
function createGhost(source) {
  const box = source.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (source.cloneNode(true));
  ghost.removeAttribute("data-touch");
  ghost.classList.add("ghost");
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(ghost);
  source.classList.add("drag-source");
  return ghost;
}
