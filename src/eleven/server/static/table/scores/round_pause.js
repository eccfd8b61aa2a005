// Pauses between rounds: the finished round stays visible until a confirmation or a timeout; then the latest view is shown.

import { animationsOff } from "../effects/animation_speed.js";
import { isCovered } from "../dialogs/hot_seat_cover.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */

/** Whether to pause; not if animations are off or the page is hidden. @param {View} before @param {View} next */
function endsRound(before, next) {
  const isNext = before.round && next.round && before.round !== next.round && before.viewing === next.viewing && !next.over;
  return isNext && !animationsOff() && !isCovered() && !document.hidden;
}

export class RoundPause {
  /** @param {(view: View) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {View | null} the latest view that was held back */
    this.held = null;
  }

  /** Whether to hold a view back; the first time, its scores are shown next to the old table. @param {View | null} view @param {View} next */
  holds(view, next) {
    const isFirst = !this.held;
    this.held = view && endsRound(view, next) ? next : null;
    if (view && this.held && isFirst) {
      const { zones, round, version } = view;
      this.show({ ...next, zones, round, version, question: word("round.over", { round }), rules: [], asked: null, yours: false, actions: [], can_take_back: false });
    }
    return this.held !== null;
  }

  /** Continue after a confirmation or a timeout. */
  resume() {
    const next = this.end();
    if (next) this.show(next);
  }

  /** End the pause, and return the view that was held back. */
  end() {
    const next = this.held;
    this.held = null;
    return next;
  }
}
