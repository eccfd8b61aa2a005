// Between two rounds: the one that has ended stays in sight until a nod, or for some seconds; then the newest view is shown.

import { isStill } from "../effects/animation.js";
import { isCovered } from "../dialogs/curtain.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../lib/types").View} View */

/** Who wants no motion, or does not look, waits for nothing. @param {View} before @param {View} next */
const endsRound = (before, next) => before.round && next.round && before.round !== next.round && before.viewing === next.viewing && !next.over && !isStill() && !isCovered() && !document.hidden;

export class RoundPause {
  /** @param {(view: View) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {View | null} the newest view that waits */
    this.held = null;
  }

  /** Whether a view must wait; the first that does shows its scores beside the table as it was. @param {View | null} view @param {View} next */
  holds(view, next) {
    const isFirst = !this.held;
    this.held = view && endsRound(view, next) ? next : null;
    if (view && this.held && isFirst) {
      const { zones, round, version } = view;
      this.show({ ...next, zones, round, version, question: word("round.over", { round }), rules: [], asked: null, yours: false, actions: [], can_take_back: false });
    }
    return this.held !== null;
  }

  /** The result was looked at, or there was time to. */
  nod() {
    const next = this.end();
    if (next) this.show(next);
  }

  /** Wait no more; what waited is to be shown. */
  end() {
    const next = this.held;
    this.held = null;
    return next;
  }
}
