// Help at the question: what expert would do, marked on the table; its chances are shown by advice.js.

/** @typedef {import("../../lib/types").View} View */

/** @type {{version: number, touch: string[]} | null} what a hint is about, until the table has changed */
let advised = null;
let thinking = false;

export const isThinking = () => thinking;

/** @param {View} view @param {import("../connection").Connection} connection */
export function askHint(view, connection) {
  if (thinking) return;
  thinking = true;
  import("./advice.js").catch(reportError); // here before the answer is
  connection.send({ type: "hint", seat: view.asked });
}

/** Nothing is waited for any longer: the answer came, or a refusal, or another view. */
export function stopThinking() {
  thinking = false;
}

/**
 * @param {View} view
 * @param {import("../../lib/types").Hint} hint
 */
export function showHint(view, hint) {
  thinking = false;
  const best = view.actions.find((action) => action.name === hint.actions[0]?.action);
  if (!best || !view.yours) return;
  const about = { version: view.version, touch: best.touch };
  advised = about;
  import("./advice.js").then(({ showAdvice }) => advised === about && showAdvice(hint)).catch(reportError);
}

/** A star on what expert would touch, as long as nothing has changed. @param {View} view */
export function markHint(view) {
  const wanted = advised?.version === view.version && view.yours ? advised.touch : [];
  for (const button of document.querySelectorAll("#seats [data-touch], #table [data-touch], #choices [data-touch]")) {
    const marked = button.matches(".legal, .chosen, .choice") && wanted.includes(button.getAttribute("data-touch") ?? "");
    button.classList.toggle("hinted", marked);
  }
}
