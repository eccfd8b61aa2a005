// Marks the things on the table that may be touched now, with labels for screen readers and numbers for the keyboard.

import { isPhoneLayout } from "../board.js";
import { byId } from "../../lib/element.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */
/** @typedef {import("./touch").Touches} Touches */

/**
 * @param {View} view
 * @param {Touches} touches
 * @param {boolean} open whether anything may be touched at all
 */
export function markTouchables(view, touches, open) {
  const legal = open ? touches.next() : new Set();
  const again = open && touches.path.length ? touches.next([]) : new Set();
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll("#seats [data-touch], #table [data-touch]");
  const own = new Set(Array.from(buttons).filter((button) => isForMover(button, view)).map((button) => button.dataset.touch));
  for (const button of buttons) {
    const id = button.dataset.touch ?? "";
    const near = isForMover(button, view) || !own.has(id);
    const isChosen = open && near && touches.path.includes(id);
    const action = legal.has(id) ? touches.completes(id) : undefined;
    markTouchable(button, near && legal.has(id), isChosen, near && again.has(id), touches.canPickUp(id), action);
  }
  assignNumbers();
}

/**
 * Whether a thing belongs to the seat to move or to nobody; other players may have things with the same id.
 * @param {HTMLElement} button
 * @param {View} view
 */
const isForMover = (button, view) => !button.dataset.seat || button.dataset.seat === String(view.asked);

/**
 * @param {HTMLElement} button
 * @param {boolean} legal
 * @param {boolean} chosen
 * @param {boolean} again
 * @param {boolean} draggable
 * @param {import("../../types/page").Action} [action] what touching it would do at once
 */
function markTouchable(button, legal, chosen, again, draggable, action) {
  button.classList.toggle("legal", legal);
  button.classList.toggle("chosen", chosen);
  if (legal && action) button.dataset.verb = action.name.split(" ")[0];
  else delete button.dataset.verb;
  button.classList.toggle("alternative", again && !legal && !chosen);
  button.classList.toggle("draggable", (legal || again) && draggable);
  button.tabIndex = legal || chosen || again ? 0 : -1;
  if (chosen) button.setAttribute("aria-pressed", "true");
  else button.removeAttribute("aria-pressed");
  if (!button.classList.contains("thing")) return;
  const name = button.dataset.name ?? "";
  const label = legal ? `${name}, ${action ? action.sentence : word("thing.legal")}` : name;
  if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
  const title = [legal && action ? action.sentence : "", button.dataset.title].filter(Boolean).join("\n");
  if (button.title !== title) button.title = title;
}

/** Assign the number keys to the first ten choices. */
function assignNumbers() {
  for (const old of document.querySelectorAll("[data-number]")) old.removeAttribute("data-number");
  numberedChoices().slice(0, 10).forEach((button, i) => button.setAttribute("data-number", String((i + 1) % 10)));
}

/** Scroll to the first marked thing if none is visible; on phones, the middle may be covered. */
export function scrollToChoices() {
  scrollToBoard();
  const marked = Array.from(document.querySelectorAll(`#own .legal, #table .legal${isPhoneLayout() ? ":not(#middle *)" : ""}`));
  const isSeen = marked.some((thing) => {
    const [box, { top, bottom }] = [thing.getBoundingClientRect(), visibleRange(thing)];
    return box.top >= top && box.bottom <= bottom;
  });
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isSeen) marked[0]?.scrollIntoView({ block: "center", behavior: calm ? "instant" : "smooth" });
}

/** @param {string} id */
const boxOf = (id) => document.getElementById(id)?.getBoundingClientRect();

/** The vertical range of the screen in which a thing is visible; one's own area may cover the board. @param {Element} thing */
function visibleRange(thing) {
  const [top, asked] = [boxOf("seats")?.bottom ?? 0, boxOf("question-bar")?.top ?? innerHeight];
  return { top, bottom: thing.closest("#own") ? asked : Math.min(asked, ownTop()) };
}

/** The top of one's own area, if it is fixed to the bottom of the screen. */
function ownTop() {
  const own = document.getElementById("own");
  return own && getComputedStyle(own).position === "sticky" ? own.getBoundingClientRect().top : Infinity;
}

/** If one's own area covers the end of a board, scroll until the board is right below the seats. */
function scrollToBoard() {
  const board = boxOf("board");
  const end = boxOf(document.getElementById("board")?.dataset.scrollEnd ?? "board");
  const [covered, above] = [(end?.bottom ?? 0) - ownTop(), (board?.top ?? 0) - (boxOf("seats")?.height ?? 0)];
  if (board?.height && covered > 0 && above > 0) scrollBy({ top: Math.min(covered, above), behavior: "instant" });
}

/** Call a function with the id of every thing and seat that is clicked. @param {(id: string) => void} touch */
export function listenToClicks(touch) {
  for (const part of ["seats", "table"]) {
    byId(part).addEventListener("click", (/** @type {Event} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target).closest("[data-touch]");
      if (target) touch(target.getAttribute("data-touch") ?? "");
    });
  }
}

/**
 * The target of a drop: the legal place, or else the only button that could follow.
 * @param {Touches} touches
 * @param {string | null} id
 */
export function dropTarget(touches, id) {
  if (!id || touches.next().has(id) || touches.impliedAction(id)) return id;
  const [only, ...others] = [...touches.next()].filter((next) => next.startsWith("do:") && !touches.isWay(next));
  const zone = document.querySelector(`#own .rows [data-touch="${CSS.escape(id)}"], #centre [data-touch="${CSS.escape(id)}"]`);
  return zone && only && !others.length ? only : id;
}

/** The current choices: buttons first, then things in reading order. @returns {HTMLElement[]} */
export function numberedChoices() {
  return Array.from(document.querySelectorAll("#choices .choice, #own .legal, #centre .legal, #others .legal, #seats .legal"));
}
