// Continues a finished game from any step: at a new table, with bots in the other seats.

import { post } from "../lib/api.js";
import { byId, element, setText } from "../lib/element.js";
import { field } from "../lib/field.js";
import { levelSelect } from "../lib/levels.js";
import { word } from "../lib/words.js";

/** @typedef {import("../types/replays").ReplayPage} ReplayPage */

/**
 * Ask for the seat and the bots, and create the table.
 * @param {ReplayPage} replay
 * @param {string[]} levels the available levels
 * @param {number} step
 * @param {string} viewer
 * @param {string} address
 */
export function openPlayOnDialog(replay, levels, step, viewer, address) {
  const dialog = byId("play-on-dialog");
  const seats = replay.seats.map((seat) => element("option", { value: seat.token, selected: seat.token === viewer }, seat.name));
  const seat = element("select", { name: "seat" }, ...seats);
  const level = levelSelect(word("play_on.level"), levels);
  const problem = element("p", { class: "problem", role: "alert" });
  const start = async () => {
    try {
      const body = { step, seat: seat.value, name: localStorage.getItem("name") ?? "", level: level.value };
      const made = await post(address, body);
      location.assign(`/table/${made.table}`);
    } catch (failure) {
      setText(problem, /** @type {Error} */ (failure).message);
    }
  };
  dialog.replaceChildren(
    element("h2", {}, word("play_on.title", { step })),
    element("p", {}, word("play_on.lead")),
    field(word("play_on.seat"), seat),
    field(word("play_on.level"), level),
    problem,
    element("div", { class: "buttons" },
      element("button", { type: "button", class: "primary", onclick: start, disabled: step >= replay.last }, word("play_on.go")),
      element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, word("share.close"))),
  );
  if (step >= replay.last) setText(problem, word("play_on.over"));
  dialog.showModal();
}
