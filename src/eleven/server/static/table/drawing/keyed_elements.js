// Reuses elements between views by key, so that focus is kept and moving cards can be animated.

/**
 * Reconcile the children of a node with a list of items, reusing existing elements by key.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => any} make
 * @param {(node: any, item: T) => void} fill
 */
export function reconcile(parent, items, keyOf, make, fill) {
  const old = new Map(Array.from(parent.children, (child) => [/** @type {HTMLElement} */ (child).dataset.key, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let node = old.get(key);
    old.delete(key);
    if (!node) {
      node = make(item);
      /** @type {HTMLElement} */ (node).dataset.key = key;
    }
    if (node !== place) parent.insertBefore(/** @type {Element} */ (node), place);
    else place = place?.nextElementSibling ?? null;
    fill(node, item);
  }
  for (const gone of old.values()) gone.remove();
}

/** @type {WeakMap<Element, Node[]>} what was drawn last in a node, before any marks were added */
const drawn = new WeakMap();

/**
 * Replace the children of a node unless they are equal: a view may arrive while a button is pressed, and replacing the
 * button would swallow the click.
 * @param {Element} parent
 * @param {HTMLElement[]} children
 * @returns {boolean} whether they were replaced
 */
export function replaceChildrenIfChanged(parent, children) {
  const before = parent.childElementCount === children.length ? drawn.get(parent) : undefined;
  if (before && children.every((child, i) => child.isEqualNode(before[i]))) return false;
  drawn.set(parent, children.map((child) => child.cloneNode(true)));
  parent.replaceChildren(...children);
  return true;
}
