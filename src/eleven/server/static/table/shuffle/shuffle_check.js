// Verifies a fair shuffle: compares what the server reveals with what this browser was shown and has sent.

import { element, setText } from "../../lib/element.js";
import { storedShare } from "./luck_share.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */

/** The SHA-256 of a hex string, or null on pages without TLS, where browsers offer no hashing. @param {string} digits */
async function hashOf(digits) {
  if (!crypto.subtle) return null;
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The verdict on the shuffle of a finished game: the key of its text, and whether it is a warning.
 * @param {View} view
 * @param {import("./luck_share").StoredShare | null} kept
 */
async function judge(view, kept) {
  if (!view.over || !kept) return { said: "fair.none", alarm: false };
  const hash = await hashOf(view.over.secret);
  if (hash !== null && hash !== kept.shown) return { said: "fair.broken", alarm: true };
  if (kept.share && !view.over.shares.includes(kept.share)) return { said: "fair.missing", alarm: true };
  if (hash === null) return { said: "fair.unable", alarm: false };
  return { said: kept.share ? "fair.yes" : "fair.watched", alarm: false };
}

/** A paragraph with the verdict, and the command that verifies every card. @param {View} view */
export function verdict(view) {
  const kept = storedShare(view.table);
  const said = element("p", { role: "status" });
  const found = element("div", { class: "fairness" }, said);
  judge(view, kept).then((judgement) => {
    said.setAttribute("role", judgement.alarm ? "alert" : "status");
    found.classList.toggle("alarm", judgement.alarm);
    found.dataset.verdict = judgement.said;
    setText(said, word(judgement.said));
  });
  if (!kept) return found;
  const command = `eleven verify ${view.game}-${view.table}.log --shown ${kept.shown}${kept.share ? ` --share ${kept.share}` : ""}`;
  found.append(element("details", {}, element("summary", {}, word("fair.how")), element("code", { tabindex: 0 }, command)));
  return found;
}
