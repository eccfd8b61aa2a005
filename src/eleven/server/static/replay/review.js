// The review below a replay: requested once, computed on the server, and shown as charts, lists and numbers.

import { get, post } from "../lib/api.js";
import { byId, element, setText } from "../lib/element.js";
import { seatHue, moveCursor, percent, plot, seatLabel } from "./plot.js";
import { word } from "../lib/words.js";

/** @typedef {import("../types/replays").ReplayPage} ReplayPage */
/** @typedef {import("../types/replays").ReviewReport} ReviewReport */
/** @typedef {import("../types/replays").ReviewReply} ReviewReply */
/** @typedef {import("../types/replays").ReplaySeat} ReplaySeat */
/** @typedef {import("../types/replays").ShareEstimate} ShareEstimate */

const POLL_EVERY = 1000;
const beside = matchMedia("(min-width: 1000px)");

/** @type {{replay: () => ReplayPage, address: (part?: string) => string, jump: (step: number) => void} | null} */
let context = null;
/** @type {SVGElement | null} */
let lines = null;
let currentStep = 0;
let shownReview = "";

/**
 * Offer to make a review.
 * @param {() => ReplayPage} replay
 * @param {(part?: string) => string} address
 * @param {(step: number) => void} jump
 */
export function listenToReview(replay, address, jump) {
  context = { replay, address, jump: (step) => (jump(step), showTable()) };
  byId("review-go").addEventListener("click", () => pollReview(post(address("/review"))));
}

/** Scroll to the table, if the review is not next to it. */
function showTable() {
  if (beside.matches) return;
  scrollTo({ top: 0 });
}

/** Show the review in the current language, if it exists already. */
export function drawReview() {
  if (context) pollReview(get(context.address("/review")));
}

/** Move the cursor of the charts to the step of the replay. @param {number} step */
export function moveReviewCursor(step) {
  currentStep = step;
  moveCursor(lines, step);
}

/** @param {Promise<import("../types/replays").ReviewState>} asking */
async function pollReview(asking) {
  try {
    const answer = await asking;
    const working = answer.state === "waiting" || answer.state === "working";
    byId("review-go").hidden = answer.state !== "none" && answer.state !== "failed";
    byId("review-progress").hidden = !working;
    byId("review-progress").value = answer.progress;
    const said = { waiting: word("review.waiting"), working: word("review.working"), failed: word("review.failed") };
    setText(byId("review-state"), said[/** @type {"failed"} */ (answer.state)] ?? "");
    if (working) setTimeout(drawReview, POLL_EVERY);
    const what = [answer.review?.simulations, working, document.documentElement.lang].join();
    if (answer.review && what !== shownReview) show(answer.review, working);
    shownReview = what;
  } catch (failure) {
    setText(byId("review-state"), /** @type {Error} */ (failure).message);
  }
}

/** @param {ReviewReport} found @param {boolean} early */
function show(found, early) {
  const replay = /** @type {NonNullable<typeof context>} */ (context).replay();
  const jump = /** @type {NonNullable<typeof context>} */ (context).jump;
  const name = Object.fromEntries(replay.seats.map((seat) => [seat.token, seat.name]));
  lines = plot(found.shares, replay.seats, jump);
  byId("review-found").replaceChildren(
    ...(early ? [element("p", { class: "help" }, word("review.early"))] : []),
    element("h3", {}, word("review.shares")),
    legend(replay.seats),
    lines,
    element("details", {}, element("summary", {}, word("review.numbers")), numbers(found, replay)),
    element("h3", {}, word("review.costliest")),
    costliest(found, name, jump),
    element("h3", {}, word("review.luck")),
    element("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": word("review.luck") }, luck(found, name)),
    ...decisionsAndLuck(found, replay, jump),
    element("h3", {}, word("review.swings")),
    swings(found, name, jump),
    element("p", { class: "help" }, word("review.how", { simulations: found.simulations })),
  );
  moveCursor(lines, currentStep);
}

/** @param {ReplaySeat[]} seats */
function legend(seats) {
  return element("ul", { class: "legend" }, ...seats.map((seat, i) =>
    element("li", { class: `hue-${seatHue(seat.token, i)}` },
      element("b", { "aria-hidden": "true" }, seatLabel(seat, seats)),
      element("span", {}, seat.name))));
}

/** @param {string[]} head @param {(string | Node)[][]} rows @param {string} caption */
function table(head, rows, caption) {
  return element("table", {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...head.map((cell) => element("th", { scope: "col" }, cell)))),
    element("tbody", {}, ...rows.map(([first, ...rest]) => element("tr", {}, element("th", { scope: "row" }, first), ...rest.map((cell) => element("td", {}, cell))))));
}

/** @param {ReviewReport} found @param {ReplayPage} replay */
function numbers(found, replay) {
  const rows = found.shares.map((row, step) => [String(step), ...row.map(measured)]);
  const head = [word("review.step"), ...replay.seats.map((seat) => seat.name)];
  const region = { class: "scroll-y", tabindex: "0", role: "region", "aria-label": word("review.numbers") };
  return element("div", region, table(head, rows, word("review.plot")));
}

/** @param {ReviewReport} found @param {Record<string, string>} name @param {(step: number) => void} jump */
function costliest(found, name, jump) {
  if (!found.costliest.length) return element("p", {}, word("review.costliest.none"));
  return element("ol", { class: "costs" }, ...found.costliest.map((row) => element("li", {},
    element("button", { type: "button", class: "quiet", onclick: () => jump(row.step) }, word("review.at", { step: row.step })),
    element("div", {},
      element("b", {}, word("review.cost", { name: name[row.seat], cost: measured(row.cost) })),
      element("p", {}, word("review.did", { action: row.sentence })),
      element("p", {}, word("review.better", { action: row.better })),
      ...reasons(row.why, name)))));
}

/** Explain in a sentence or two why a decision was costly. @param {import("../types/replays").ReviewReasons | null} why @param {Record<string, string>} name */
function reasons(why, name) {
  if (!why) return [];
  const said = [word("review.why.worlds", { worse: percent(why.worse), better: percent(why.better) })];
  const parts = (/** @type {ReviewReply} */ reply) => ({ name: name[reply.seat], action: reply.sentence, share: percent(reply.share) });
  if (why.after) said.push(word("review.why.after", parts(why.after)));
  if (why.instead) said.push(word("review.why.instead", parts(why.instead)));
  return [element("p", { class: "help" }, said.join(" "))];
}

/**
 * A chart of the cumulative effects of luck and of one's own decisions, for one player at a time.
 * @param {ReviewReport} found @param {ReplayPage} replay @param {(step: number) => void} jump
 */
function decisionsAndLuck(found, replay, jump) {
  const { skill, fortune } = found;
  if (!skill || !fortune) return [];
  const drawing = element("div", {});
  const choice = element("select", { id: "review-ways", onchange: () => draw(choice.selectedIndex) }, ...replay.seats.map((seat) => element("option", {}, seat.name)));
  const lines = [{ token: "", name: word("review.own") }, { token: "", name: word("review.luck.rest") }];
  const draw = (/** @type {number} */ seat) => {
    const rows = skill.map((own, step) => [own[seat], fortune[step][seat]].map((value) => ({ value, margin: 0 })));
    const most = Math.max(...rows.flat().map((part) => Math.abs(part.value)));
    const reach = [0.25, 0.5, 1, 2].find((size) => most <= size) ?? Math.ceil(most);
    drawing.replaceChildren(plot(rows, lines, jump, { grid: [-reach, -reach / 2, 0, reach / 2, reach], label: word("review.ways") }));
  };
  choice.selectedIndex = Math.max(0, replay.seats.findIndex((seat) => replay.mine.includes(seat.token)));
  draw(choice.selectedIndex);
  return [element("p", {}, element("label", { for: "review-ways" }, word("review.ways")), " ", choice), legend(lines), drawing];
}

/** @param {ReviewReport} found @param {Record<string, string>} name */
function luck(found, name) {
  const head = [word("review.seat"), word("review.even"), word("review.own"), word("review.others"), word("review.luck.rest"), word("review.deal"), word("review.result")];
  const rows = found.luck.map((row) => [name[row.seat], percent(row.even), change(row.own), change(row.others), change(row.luck), change(row.deal), percent(row.result)]);
  return table(head, rows, word("review.luck.lead"));
}

/** @param {ReviewReport} found @param {Record<string, string>} name @param {(step: number) => void} jump */
function swings(found, name, jump) {
  if (!found.swings.length) return element("p", {}, word("review.swings.none"));
  return element("ul", { class: "costs" }, ...found.swings.map((row) => element("li", {},
    element("button", { type: "button", class: "quiet", onclick: () => jump(row.step) }, word("review.at", { step: row.step })),
    element("p", {}, word("review.swing", { name: name[row.seat], change: change(row.change) })))));
}

/** @param {ShareEstimate} estimate */
const measured = (estimate) => `${percent(estimate.value)} ± ${Math.round(100 * estimate.margin)}`;

/** @param {ShareEstimate} estimate */
const change = (estimate) => `${estimate.value > 0 ? "+" : ""}${measured(estimate)}`.replace("-", "−");
