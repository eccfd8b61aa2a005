// The timeline below a replay: a slider with marks, buttons, keyboard shortcuts, and the list of events.

import { byId, element, setText } from "../lib/element.js";
import { hueOf } from "../lib/colours.js";
import { word } from "../lib/words.js";

/** @typedef {import("../types/replays").ReplayPage} ReplayPage */
/** @typedef {{jump: (step: number) => void, leap: (way: number) => void, play: () => void, now: () => number, last: () => number}} Playback */

/** @param {Playback} playback */
export function drawButtons(playback) {
  const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ action, more = {}) =>
    element("button", { type: "button", "aria-label": name, title: name, onclick: action, ...more }, element("span", { "aria-hidden": "true" }, sign));
  const pressed = document.getElementById("play")?.getAttribute("aria-pressed") ?? "false";
  byId("buttons").replaceChildren(
    button("«", word("replay.first"), () => playback.jump(0)),
    button("‹", word("replay.back"), () => playback.jump(playback.now() - 1)),
    button("▶", word("replay.play"), playback.play, { id: "play", "aria-pressed": pressed, class: "primary" }),
    button("›", word("replay.next"), () => playback.jump(playback.now() + 1)),
    button("»", word("replay.last"), () => playback.jump(playback.last())),
  );
}

/** Mark the starts of turns and rounds, and changes of scores, on the slider. @param {ReplayPage} replay */
export function drawMarks(replay) {
  byId("slider").max = String(replay.last);
  const marks = replay.story.filter((row) => row.mark && row.mark !== "deal" && row.mark !== "over");
  byId("marks").replaceChildren(...marks.map((row) => {
    const made = element("i", { class: row.mark, title: word(`replay.mark.${row.mark}`) });
    made.style.left = `${(100 * row.step) / Math.max(1, replay.last)}%`;
    return made;
  }));
}

/** The text for a decision without visible effects: who took it. @param {ReplayPage} replay @param {import("../types/replays").StoryStep} row */
const doneBy = (replay, row) => (row.done && row.seat !== null ? word("replay.done", { name: replay.seats[row.seat].name, done: row.done }) : row.done);

/** List every decision that has a text. @param {ReplayPage} replay @param {(step: number) => void} jump */
export function drawEventList(replay, jump) {
  const rows = replay.story.filter((row) => row.lines.length || row.done);
  byId("event-list").replaceChildren(...rows.map((row) => {
    const hue = row.seat === null ? "" : hueOf(replay.seats[row.seat].token);
    const lines = row.lines.length ? row.lines : [doneBy(replay, row)];
    const classes = `step ${row.mark}${hue ? ` hue-${hue}` : ""}`;
    const text = [element("b", {}, String(row.step)), element("span", {}, lines.join(" "))];
    const go = { type: "button", class: classes, "data-step": row.step, onclick: () => jump(row.step) };
    return element("li", {}, element("button", go, ...text));
  }));
}

/** Show and highlight the current step. @param {ReplayPage} replay @param {number} step */
export function highlightStep(replay, step) {
  const row = replay.story[step];
  const place = word("replay.place", { step, last: replay.last });
  const lines = row.lines.join(" ") || doneBy(replay, row);
  setText(byId("current-step"), [place, row.mark && row.mark !== "turn" ? word(`replay.mark.${row.mark}`) : "", lines].filter(Boolean).join(" · "));
  byId("slider").value = String(step);
  byId("slider").setAttribute("aria-valuetext", [place, lines].filter(Boolean).join(": "));
  const list = byId("event-list");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const steps = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-step]")]);
  const here = steps.findLast((each) => Number(each.dataset.step) <= step);
  here?.setAttribute("aria-current", "step");
  if (here) scrollIntoList(list, here);
}

/**
 * Scroll the list or its container, never the page.
 * @param {HTMLElement} list
 * @param {HTMLElement} here
 */
function scrollIntoList(list, here) {
  const scroller = list.scrollHeight > list.clientHeight + 1 ? list : list.closest("#history");
  if (!scroller || scroller.scrollHeight <= scroller.clientHeight + 1) return;
  const [box, frame] = [here.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) scroller.scrollTop += box.top - frame.top - frame.height / 2;
}

/** Arrow keys step, Home and End go to the ends, Page keys to turns, and space starts playback. @param {Playback} playback */
export function listenToReplayShortcuts(playback) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => playback.jump(playback.now() - 1),
    ArrowRight: () => playback.jump(playback.now() + 1),
    Home: () => playback.jump(0),
    End: () => playback.jump(playback.last()),
    PageUp: () => playback.leap(-1),
    PageDown: () => playback.leap(1),
    " ": playback.play,
  };
  document.addEventListener("keydown", (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    const busy = at.closest("dialog, select, summary, input:not([type=range])") || (event.key === " " && at.closest("button, a"));
    if (busy || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
}
