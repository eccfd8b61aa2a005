// The end of the game: the result, and buttons for what to do next.

import { byId, element } from "../../lib/element.js";
import { field } from "../../lib/field.js";
import { hueOf, shapeOf } from "../../lib/colours.js";
import { levelSelect } from "../../lib/levels.js";
import { loadStyle } from "../../lib/lazy_styles.js";
import { lookFile } from "../../lib/game_look.js";
import { scoreSheet } from "./score_sheet.js";
import { reducedMotion } from "../effects/animation_speed.js";
import { verdict } from "../shuffle/shuffle_check.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */

await loadStyle("/static/table/scores/results.css");

const CONFETTI = 26;
const COLOURS = ["#dcae4a", "#fffaf0", "#8fb08a", "#dd9584"];

/** @param {string} token */
export const hueClass = (token) => (hueOf(token) ? `hue-${hueOf(token)}` : "");

/** @param {string} token */
export const hueSign = (token) => element("span", { class: "sign", "aria-hidden": "true" }, shapeOf(hueOf(token)) || token.charAt(0).toUpperCase());

/**
 * @param {View} view
 * @param {(level?: string) => void} rematch
 * @param {(table: string) => void} follow
 */
export function showResults(view, rematch, follow) {
  if (!view.over) return;
  const over = view.over;
  const dialog = byId("results");
  const ranking = view.seats.map((_, i) => i).sort((a, b) => over.scores[b] - over.scores[a]);
  const banner = element("div", { class: "banner" }, element("img", { class: "cover", src: lookFile(view.game, "cover.svg"), alt: "" }));
  dialog.replaceChildren(banner,
    element("div", { class: "content" },
      element("h2", {}, word("end.title")),
      element("p", { class: "winner" }, winnersInWords(view)),
      element("p", {}, over.reason),
      element("ol", { class: "scores", "aria-label": word("end.rank") }, ...ranking.map((seat) => rankRow(view, seat))),
      verdict(view),
      element("div", { class: "buttons" },
        ...rematchButtons(view, rematch, follow),
        element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, word("end.look")),
        (view.you !== null || view.public) && element("a", { class: "button quiet", href: `/replay/${view.table}` }, word("end.replay")),
        (view.you !== null || view.public) && element("a", { class: "button quiet", href: `/api/tables/${view.table}/log`, download: true }, word("end.log")),
        element("a", { class: "button quiet", href: "/" }, word("end.home"))),
      scoreSheet(view)),
  );
  const news = !dialog.open;
  if (news) {
    dialog.showModal();
    dialog.querySelector(".buttons > *").focus({ preventScroll: true });
    dialog.scrollTop = 0;
  }
  if (news && over.winners.includes(view.you ?? -1)) celebrate(banner);
}

/**
 * The rematch button, with a choice of the bots' level.
 * @param {View} view
 * @param {(level?: string) => void} rematch
 * @param {(table: string) => void} follow
 */
function rematchButtons(view, rematch, follow) {
  const next = view.rematch;
  if (next) return [element("button", { type: "button", class: "primary", onclick: () => follow(next) }, word("end.rematch.join"))];
  if (view.you === null) return [];
  const bot = view.seats.find((seat) => seat.kind === "bot");
  const level = bot ? levelSelect(word("end.level"), view.levels, bot.level ?? undefined) : null;
  return [
    element("button", { type: "button", class: "primary", onclick: () => rematch(level?.value) }, word("end.rematch")),
    level && field(word("end.level"), level),
  ];
}

/** @param {View} view */
function winnersInWords(view) {
  const winners = view.over?.winners ?? [];
  if (winners.length === 1 && winners[0] === view.you && view.hot_seat.length < 2) return word("end.you");
  const names = winners.map((seat) => view.seats[seat].name).join(", ");
  return word(winners.length === 1 ? "end.won" : "end.shared", { names });
}

/**
 * @param {View} view
 * @param {number} seat
 */
function rankRow(view, seat) {
  const scores = view.over?.scores ?? [];
  const [least, most] = [Math.min(0, ...scores), Math.max(...scores)];
  const won = view.over?.winners.includes(seat);
  const { name, token } = view.seats[seat];
  const place = 1 + scores.filter((score) => score > scores[seat]).length;
  const row = element("li", { class: `${won ? "won " : ""}${hueClass(token)}` },
    element("span", { class: "rank", "aria-hidden": "true" }, won ? "★" : `${place}.`),
    hueOf(token) ? hueSign(token) : element("span"),
    element("span", {}, name),
    element("b", {}, String(scores[seat]).replace("-", "−")));
  row.style.setProperty("--share", String((scores[seat] - least) / (most - least || 1)));
  return row;
}

/** Let confetti fall over the banner, once. @param {HTMLElement} banner */
function celebrate(banner) {
  if (reducedMotion.matches) return;
  for (let i = 0; i < CONFETTI; i++) {
    const piece = element("span", { class: "confetti", "aria-hidden": "true" });
    piece.style.left = `${Math.random() * 100}%`;
    piece.style.background = COLOURS[i % COLOURS.length];
    banner.append(piece);
    const fall = { duration: 1400 + Math.random() * 1600, delay: Math.random() * 900, easing: "ease-in" };
    piece.animate([{ transform: "none" }, { transform: `translateY(16rem) rotate(${360 * (Math.random() - 0.5)}deg)` }], fall).onfinish = () => piece.remove();
  }
}
