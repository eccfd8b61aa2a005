// The remaining time to decide, by the server's clock; redrawn every second while a clock is running.

import { ahead } from "../lazy_parts.js";
import { byId, say } from "../../lib/element.js";
import { dateText } from "../../lib/dates.js";
import { sound } from "../effects/sound_switch.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../lib/types").View} View */
/** @typedef {import("../../lib/view").ClockView} ClockView */

const TICK = 1000;
/** The remaining seconds at which the player to move is warned. */
const SOON = [60, 10];
const HOURS_LEFT = 12;

/** @type {View | null} */
let view = null;
let timer = 0;
let before = Infinity;

/** @param {View} next */
export function drawClock(next) {
  if (view?.clock?.asked_at !== next.clock?.asked_at) before = Infinity;
  view = next;
  clearInterval(timer);
  if (next.clock?.due) timer = window.setInterval(tick, TICK);
  tick();
}

function tick() {
  const clock = view?.clock;
  const line = byId("clock");
  line.hidden = !clock || view?.stage === "over";
  if (!view || !clock || line.hidden) return;
  const now = Date.now() + ahead;
  const left = clock.due === null ? Infinity : Math.max(0, clock.due - now);
  say(line, clock.due === null || view.asked === null ? standing(clock) : running(view, clock, now, left));
  line.classList.toggle("low", view.yours && left < (clock.kind === "live" ? SOON[0] * 1000 : HOURS_LEFT * 3600000));
  if (view.yours && clock.kind === "live") warn(left / 1000);
}

/** Describe a clock that is not running. @param {ClockView} clock */
function standing(clock) {
  if (view?.stage === "playing") return word("clock.stands");
  if (clock.kind === "days") return word("clock.days", { days: clock.seconds / 86400 });
  return word("clock.live", { time: minutes(clock.seconds * 1000) });
}

/**
 * @param {View} seen
 * @param {ClockView} clock
 * @param {number} now
 * @param {number} left
 */
function running(seen, clock, now, left) {
  const seat = seen.asked ?? 0;
  const name = seen.seats[seat].name;
  if (clock.kind === "days") return word("clock.until", { name, when: dateText(new Date((clock.due ?? 0) - ahead), true) });
  const reserve = Math.min(clock.reserves[seat] ?? 0, left);
  if (left > reserve) return word(reserve ? "clock.time.reserve" : "clock.time", { name, time: minutes(left - reserve), reserve: minutes(reserve) });
  return word(clock.reserves.length ? "clock.reserve" : "clock.time", { name, time: minutes(left) });
}

/** Warn the player to move when little time is left. @param {number} left */
function warn(left) {
  const passed = SOON.find((seconds) => left <= seconds && before > seconds);
  if (passed && before < Infinity) {
    say(byId("clock-said"), word("clock.left", { seconds: Math.round(left) }));
    sound("yours");
  }
  before = left;
}

/** Format as minutes and seconds. @param {number} left */
function minutes(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
