// Elements are kept from view to view by what they stand for, so that focus stays and cards can be seen moving.

/**
 * Make the children of a node be one per item, reusing those that are there.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => any} make
 * @param {(node: any, item: T) => void} fill
 */
export function keep(parent, items, keyOf, make, fill) {
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
