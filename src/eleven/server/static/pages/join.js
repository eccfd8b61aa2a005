// The invitation page: enter a name and take a seat.

import { get, post } from "../lib/api.js";
import { attempt } from "../lib/show_errors.js";
import { byId } from "../lib/element.js";
import { storeFirstHash } from "../table/shuffle/luck_share.js";
import { loadWords, word } from "../lib/words.js";

const [, , table, claim] = location.pathname.split("/").map(decodeURIComponent);

async function takeSeat() {
  const name = byId("name").value.trim();
  localStorage.setItem("name", name);
  await post(`/api/tables/${table}/join`, { claim: claim || undefined, name: name || undefined });
  location.replace(`/table/${table}`);
}

async function drawInvitation() {
  /** @type {import("../types/page").View} */
  const view = await get(`/api/tables/${table}/view`);
  storeFirstHash(view);
  byId("title").textContent = word("join.title", { title: view.title });
  const names = view.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name || seat.token);
  byId("lead").textContent = word("join.lead", { names: names.join(", ") }) + (view.rated ? ` · ${word("table.rated")}` : "");
}

/** Listen to the form before the texts are loaded, for people who are faster. */
async function begin() {
  byId("name").value = localStorage.getItem("name") ?? "";
  byId("watch").href = `/table/${table}`;
  byId("join").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(takeSeat);
  });
  await loadWords();
  document.title = word("page.join");
  byId("title").textContent = word("join.sit");
  await attempt(drawInvitation);
}

begin();
