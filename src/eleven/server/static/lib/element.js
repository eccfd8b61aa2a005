// Creates elements without a framework; text is never interpreted as markup.

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child)));
  return made;
}

/**
 * Elements from a tree that the server has made of Markdown: `[tag, attributes, ...children]`.
 * @param {any[]} nodes
 * @returns {any[]}
 */
export const elementsFromTree = (nodes) => nodes.map((node) => (typeof node === "string" ? node : element(node[0], node[1], ...elementsFromTree(node.slice(2)))));

/**
 * The element with an id, which must exist.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element '${id}'`);
  return found;
}

/**
 * Set the text of an element only if it differs, so that live regions do not repeat it.
 * @param {Element} target
 * @param {string} text
 */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
