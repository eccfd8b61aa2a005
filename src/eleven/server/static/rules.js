// The rulebook of a game, with every rule to be linked to by its id.

import { get } from "./api.js";
import { byId } from "./element.js";
import { rendered } from "./markdown.js";
import { loadWords, word } from "./words.js";

async function begin() {
  await loadWords();
  const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  try {
    const book = await get(`/api/rules/${encodeURIComponent(game)}`);
    document.title = word("page.rules", { title: book.title ?? game });
    byId("rulebook").replaceChildren(...rendered(book.text ?? String(book)));
    lookUp();
  } catch (failure) {
    byId("problem").textContent = /** @type {Error} */ (failure).message;
  }
}

/** Show the rule the address names; it was not there yet when the page was opened. */
function lookUp() {
  const rule = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  document.querySelector(".looked-up")?.classList.remove("looked-up");
  if (!rule) return;
  rule.classList.add("looked-up");
  rule.scrollIntoView({ block: "center" });
}

addEventListener("hashchange", lookUp);
begin();
