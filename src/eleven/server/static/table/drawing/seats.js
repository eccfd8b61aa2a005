// The row of seats: names, scores, and whose turn it is.

import { byId, element } from "../../lib/element.js";
import { formatDate, parseDay, formatDay } from "../../lib/format/dates.js";
import { hueOf, shapeOf } from "../../lib/colours.js";
import { reconcile } from "./keyed_elements.js";
import { characterLabel, levelLabel } from "../../lib/levels.js";
import { gameLook, tools } from "../../lib/game_look.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */

/** @param {View} view */
export function drawSeats(view) {
  const make = () => element("button", { class: "seat", type: "button" });
  reconcile(byId("seats"), view.seats.map((_, i) => i), (seat) => `seat:${seat}`, make, (node, seat) => fillSeat(node, view, seat));
}

/**
 * @param {HTMLElement} node
 * @param {View} view
 * @param {number} seat
 */
function fillSeat(node, view, seat) {
  const who = view.seats[seat];
  const hue = hueOf(who.token);
  const asked = view.asked === seat;
  node.className = `seat${hue ? ` hue-${hue}` : ""}${asked ? " asked" : ""}${seat === view.you ? " you" : ""}`;
  node.dataset.touch = `seat:${who.token}`;
  node.replaceChildren(
    element("span", { class: hue ? "sign" : "sign plain", "aria-hidden": "true" }, shapeOf(hue) || who.token.charAt(0).toUpperCase()),
    element("span", { class: "player-name" }, who.name || who.token),
    element("span", { class: "score" }, gameLook().score?.(who, view, tools) ?? String(who.score)),
    element("span", { class: "status" }, seatStatus(view, seat)),
    element("span", { class: "totals" }, totals(view, seat)),
  );
  const score = word("seat.score", { score: who.score });
  node.setAttribute("aria-label", [seatName(view, seat), score, totals(view, seat), seatCondition(who), asked ? word("seat.asked") : ""].filter(Boolean).join(", "));
}

/**
 * @param {View} view
 * @param {number} seat
 */
export function seatName(view, seat) {
  const name = view.seats[seat].name || view.seats[seat].token;
  return seat === view.you ? word("seat.you", { name }) : name;
}

/**
 * @param {View} view
 * @param {number} seat
 */
function seatStatus(view, seat) {
  const own = seat === view.you;
  const isAway = view.stage === "playing" && !view.seats[seat].here;
  const isAsked = view.asked === seat && !view.seats[seat].left && !view.seats[seat].late;
  if (isAsked && own) return word("ask.yours");
  if (isAsked) return word(isAway ? "seat.asked.away" : "seat.asked");
  return own && !view.seats[seat].late ? word("seat.me") : seatCondition(view.seats[seat]);
}

/** @param {import("../../types/page").Seat} who */
function seatCondition(who) {
  if (who.late) return `${word("seat.late")} · ${word("seat.bot.level", { level: levelLabel(who.level ?? "") })}`;
  if (who.left && who.bot) return `${word("seat.left")} · ${word("seat.bot.level", { level: levelLabel(who.level ?? "") })}`;
  if (who.left) return word("seat.left");
  if (who.bot && who.kind !== "bot") return `${word("seat.away")} · ${word("seat.bot.level", { level: levelLabel(who.level ?? "") })}`;
  if (who.kind === "bot") return botState(who);
  if (who.kind === "open") return word("seat.open");
  if ((who.away.at(-1) ?? "") >= formatDay(new Date())) return word("seat.away.until", { day: formatDate(parseDay(who.away.at(-1) ?? "")) });
  return who.here ? "" : word("seat.away");
}

/** @param {import("../../types/page").Seat} who */
function botState(who) {
  const level = who.level ? word("seat.bot.level", { level: levelLabel(who.level) }) : word("seat.bot");
  return [level, characterLabel(who.character)].filter(Boolean).join(" · ");
}

/**
 * The totals of a seat: the first note of its zones.
 * @param {View} view
 * @param {number} seat
 */
const totals = (view, seat) => view.zones.find((zone) => zone.seat === seat && zone.note)?.note ?? "";
