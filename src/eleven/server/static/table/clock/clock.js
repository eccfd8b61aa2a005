// The remaining time to decide, by the server's clock; redrawn every second while a clock is running.

import { clockOffset } from "./server_clock.js";
import { byId, setText } from "../../lib/element.js";
import { formatDate } from "../../lib/format/dates.js";
import { playSound } from "../effects/sound_switch.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */
/** @typedef {import("../../types/view").ClockView} ClockView */

const TICK = 1000;
/** The remaining seconds at which the player to move is warned. */
const WARN_AT = [60, 10];
const WARN_HOURS = 12;

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
  const now = Date.now() + clockOffset;
  const left = clock.due === null ? Infinity : Math.max(0, clock.due - now);
  setText(line, clock.due === null || view.asked === null ? stoppedText(clock) : runningText(view, clock, now, left));
  line.classList.toggle("urgent", view.yours && left < (clock.kind === "live" ? WARN_AT[0] * 1000 : WARN_HOURS * 3600000));
  if (view.yours && clock.kind === "live") warn(left / 1000);
}

/** Describe a clock that is not running. @param {ClockView} clock */
function stoppedText(clock) {
  if (view?.stage === "playing") return word("clock.stands");
  if (clock.kind === "days") return word("clock.days", { days: clock.seconds / 86400 });
  return word("clock.live", { time: formatMinutes(clock.seconds * 1000) });
}

/**
 * @param {View} seen
 * @param {ClockView} clock
 * @param {number} now
 * @param {number} left
 */
function runningText(seen, clock, now, left) {
  const seat = seen.asked ?? 0;
  const name = seen.seats[seat].name;
  if (clock.kind === "days") return word("clock.until", { name, when: formatDate(new Date((clock.due ?? 0) - clockOffset), true) });
  const reserve = Math.min(clock.reserves[seat] ?? 0, left);
  if (left > reserve) return word(reserve ? "clock.time.reserve" : "clock.time", { name, time: formatMinutes(left - reserve), reserve: formatMinutes(reserve) });
  return word(clock.reserves.length ? "clock.reserve" : "clock.time", { name, time: formatMinutes(left) });
}

/** Warn the player to move when little time is left. @param {number} left */
function warn(left) {
  const passed = WARN_AT.find((seconds) => left <= seconds && before > seconds);
  if (passed && before < Infinity) {
    setText(byId("clock-announcement"), word("clock.left", { seconds: Math.round(left) }));
    playSound("yours");
  }
  before = left;
}

/** Format as minutes and seconds. @param {number} left */
function formatMinutes(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
