// What somebody can do at a table besides moves: rules, invitations, leaving, days off, bots for missing players, a rematch.
// Dialogs are loaded when they are needed.

import { post } from "../lib/api.js";
import { byId } from "../lib/element.js";
import { hasLeft } from "./heading.js";
import { showNotice } from "./question/question_bar.js";

/** @typedef {import("../types/page").View} View */

const dialogs = () => import("./dialogs/dialogs.js");

/**
 * The actions at a table; a failure is shown above the question.
 * @param {string} table
 * @param {() => View | null} currentView
 */
export function tableActions(table, currentView) {
  const path = `/api/tables/${table}`;

  /** Do something with the current view, if there is one. @param {(view: View) => Promise<unknown>} action */
  async function attempt(action) {
    const view = currentView();
    try {
      if (view) await action(view);
    } catch (failure) {
      showNotice(view?.game ?? "", /** @type {Error} */ (failure).message);
    }
  }

  /** Come back, or leave after a confirmation. @param {View} view */
  async function leaveOrReturn(view) {
    if (hasLeft(view)) return post(`${path}/return`, { seat: view.you });
    const leave = () => attempt(async () => {
      await post(`${path}/leave`, { seat: view.you });
      location.assign("/");
    });
    (await dialogs()).confirmLeaving(view, leave);
  }

  /** Show the result with its buttons; the dialog can be closed and opened again. @param {View} view */
  async function showResult(view) {
    const { showResults } = await import("./scores/results.js");
    const rematch = (/** @type {string | undefined} */ level) => attempt(async () => {
      const made = await post(`${path}/rematch`, { level });
      location.assign(`/table/${made.table}`);
    });
    showResults(view, rematch, goToRematch);
  }

  /** @param {() => boolean} isWanted checked again when the links have arrived */
  const showInvitation = (isWanted) => attempt(async (view) => (await dialogs()).showInvitation(view, isWanted));

  /**
   * Show the invitation links while the table waits for players, and hide them when the game begins.
   * @param {View} next
   * @param {View | null} before
   */
  function updateInvitation(next, before) {
    const waiting = next.stage === "waiting" && next.you !== null && next.seats.some((seat) => seat.kind === "open");
    if (waiting && !before) showInvitation(() => currentView()?.stage === "waiting");
    if (!waiting && before?.stage === "waiting") byId("invitation").close();
  }

  return {
    rules: () => attempt(async (view) => (await dialogs()).showRules(view)),
    invite: () => showInvitation(() => true),
    updateInvitation,
    leave: () => attempt(leaveOrReturn),
    away: () => attempt(async (view) => (await import("./clock/away_days.js")).showAwayDays(view)),
    takeOver: (/** @type {number} */ seat, /** @type {string} */ level) => attempt(() => post(`${path}/take_over`, { seat, level })),
    showResult: () => attempt(showResult),
  };
}

/** Go to the rematch, where a seat is reserved for everybody who played here. @param {string} next */
async function goToRematch(next) {
  await post(`/api/tables/${next}/join`).catch(() => undefined);
  location.assign(`/table/${next}`);
}
