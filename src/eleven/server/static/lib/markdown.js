// The little Markdown that rulebooks use: headings, paragraphs, nested lists, tables, bold, italics, code, links.

import { element } from "./element.js";

const ITEM = /^(\s*)(?:[-*]|\d+\.) (.*)$/;
const RULE = /^\*\*([A-Z]{2}-\d+(?:\.\d+)?)\*\*/;
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((https?:[^)\s]+|#[^)\s]+)\)/;

/**
 * The blocks of a text as elements.
 * @param {string} text
 * @returns {Element[]}
 */
export function rendered(text) {
  const lines = text.split("\n");
  const blocks = [];
  for (let at = 0; at < lines.length; ) {
    const end = blockEnd(lines, at);
    if (end > at) blocks.push(block(lines.slice(at, end)));
    at = Math.max(end, at + 1);
  }
  return blocks;
}

/** A block ends at an empty line; a heading is its own block. @param {string[]} lines @param {number} at */
function blockEnd(lines, at) {
  if (!lines[at].trim()) return at;
  if (lines[at].startsWith("#")) return at + 1;
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !lines[end].startsWith("#") && !(ITEM.test(lines[end]) && !ITEM.test(lines[at]))) end++;
  return end;
}

/** @param {string[]} lines */
function block(lines) {
  const heading = /^(#{1,4}) (.*)$/.exec(lines[0]);
  if (heading) return element(`h${heading[1].length}`, { id: slug(heading[2]) }, ...inline(heading[2]));
  if (lines[0].startsWith("|")) return table(lines);
  if (ITEM.test(lines[0])) return list(items(lines), 0).made;
  return element("p", {}, ...inline(lines.join(" ")));
}

/** A heading's own address. @param {string} text */
const slug = (text) => `part-${text}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

/** @param {string[]} lines */
function table(lines) {
  const cells = (/** @type {string} */ line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
  const [head, , ...rows] = lines;
  const row = (/** @type {string} */ line, /** @type {string} */ tag) => element("tr", {}, ...cells(line).map((cell) => element(tag, {}, ...inline(cell))));
  return element("table", {}, element("thead", {}, row(head, "th")), element("tbody", {}, ...rows.map((line) => row(line, "td"))));
}

/**
 * @typedef {{depth: number, text: string}} Item
 * @param {string[]} lines
 * @returns {Item[]}
 */
function items(lines) {
  /** @type {Item[]} */
  const found = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) found.push({ depth: item[1].length, text: item[2] });
    else found[found.length - 1].text += ` ${line.trim()}`;
  }
  return found;
}

/**
 * A list with the lists inside it.
 * @param {Item[]} all
 * @param {number} at
 * @returns {{made: Element, at: number}}
 */
function list(all, at) {
  const depth = all[at].depth;
  const made = element("ul");
  while (at < all.length && all[at].depth >= depth) {
    if (all[at].depth > depth) {
      const inner = list(all, at);
      (made.lastElementChild ?? made).append(inner.made);
      at = inner.at;
    } else {
      made.append(item(all[at].text));
      at++;
    }
  }
  return { made, at };
}

/** A rule can be linked to by its id, and its id links to it. @param {string} text */
function item(text) {
  const rule = RULE.exec(text);
  if (!rule) return element("li", {}, ...inline(text));
  return element("li", { id: rule[1] }, element("a", { class: "rule-id", href: `#${rule[1]}` }, rule[1]), ...inline(text.slice(rule[0].length)));
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
  const found = INLINE.exec(text);
  if (!found) return [text];
  const [all, bold, italic, code, label, address] = found;
  const made = bold ? element("strong", {}, ...inline(bold)) : italic ? element("em", { class: italic.startsWith("(") ? "ruling" : false }, ...inline(italic)) : code ? element("code", {}, code) : element("a", { href: address }, label);
  return [text.slice(0, found.index), made, ...inline(text.slice(found.index + all.length))];
}
