// The rulebook of a game: contents, anchors for all rules, drawings, and the component tables.

import { get } from "../lib/api.js";
import { elementsFromTree, byId, element } from "../lib/element.js";
import { tools, withLook } from "../lib/game_look.js";
import { loadWords, onLanguageChange, word } from "../lib/words.js";

/** @typedef {import("../types/games").RulesComponent} RulesComponent */
/** @typedef {import("../types/games").RulesPicture} RulesPicture */

const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");

async function draw() {
  await loadWords();
  try {
    /** @type {import("../types/games").RulesPage} */
    const book = await get(`/api/rules/${encodeURIComponent(game)}`);
    document.title = word("page.rules", { title: book.title });
    byId("rulebook").replaceChildren(...elementsFromTree(book.elements));
    byId("component-tables").replaceChildren(...book.components.map(componentTable));
    byId("components").hidden = !book.components.length;
    withLook(game, () => {
      addDrawings(book.pictures);
      addRuleDrawings(book.beside);
    });
    listContents();
    highlightRule();
  } catch (failure) {
    byId("problem").textContent = /** @type {Error} */ (failure).message;
  }
}

/** A component table with its source. @param {RulesComponent} table */
function componentTable(table) {
  const lone = table.rows.length === 1;
  const rows = table.rows.map(([name, value]) => element("tr", {}, lone ? null : element("th", { scope: "row" }, name), element("td", {}, value || "–")));
  return element("div", {},
    element("h3", {}, table.title, element("span", { class: `kind kind-${table.kind}` }, word(`kind.${table.kind}`))),
    element("table", {}, element("tbody", {}, ...rows)));
}

/** Add small drawings to tables, and a gallery of all drawings with explanations. @param {RulesPicture[]} pictures */
function addDrawings(pictures) {
  const book = byId("rulebook");
  for (const cell of document.querySelectorAll(".book td, .book th")) {
    const named = pictures.filter((picture) => (cell.textContent ?? "").startsWith(picture.name));
    const shown = named.sort((one, other) => other.name.length - one.name.length)[0]; // "Teegedeck" starts with "Tee", too
    if (shown && !cell.querySelector(".art")) cell.prepend(tools.art(shown.symbol));
  }
  const listed = pictures.filter((picture) => picture.about || !pictures.some((other) => other.about));
  if (!listed.length || book.querySelector(".gallery")) return;
  const gallery = element("ul", { class: listed.some((picture) => picture.about) ? "gallery" : "gallery names" }, ...listed.map((picture) =>
    element("li", {}, tools.art(picture.symbol), element("div", {}, element("b", {}, picture.name), picture.about))));
  book.insertBefore(gallery, book.querySelectorAll("h2")[1] ?? null);
}

/** Draw the things that a rule mentions next to it. @param {Record<string, string[]>} drawings */
function addRuleDrawings(drawings) {
  for (const [id, symbols] of Object.entries(drawings)) {
    const rule = document.getElementById(id);
    if (rule && !rule.querySelector(":scope > .rule-drawings")) rule.prepend(element("span", { class: "rule-drawings" }, ...symbols.map((symbol) => tools.art(symbol))));
  }
}

function listContents() {
  const headings = [...document.querySelectorAll(".book h2")];
  const entries = headings.map((heading) => element("li", {}, element("a", { href: `#${heading.id}` }, heading.textContent)));
  const play = element("li", {}, element("a", { href: "/" }, word("rules.home")));
  byId("contents").replaceChildren(element("ol", {}, play, ...entries));
}

/** Scroll to the rule in the URL, which did not exist yet when the page was opened. */
function highlightRule() {
  const rule = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  document.querySelector(".highlighted")?.classList.remove("highlighted");
  if (!rule) return;
  if (rule.tagName === "LI") rule.classList.add("highlighted");
  rule.scrollIntoView({ block: rule.tagName === "LI" ? "center" : "start" });
}

addEventListener("hashchange", highlightRule);
onLanguageChange(draw);
draw();
