// Hints: what the adviser (the network or expert) would do, marked on the table; hint_panel.js shows the winning chances.

/** @typedef {import("../../types/page").View} View */

/** @type {{version: number, touch: string[]} | null} the current hint, valid until the table changes */
let currentHint = null;
let thinking = false;

export const isThinking = () => thinking;

/** @param {View} view @param {import("../connection").Connection} connection */
export function requestHint(view, connection) {
  if (thinking || !connection.send({ type: "hint", seat: view.asked })) return;
  thinking = true;
  import("./hint_panel.js").catch(reportError); // preload it while waiting for the answer
}

/** Stop waiting, after an answer, an error, a new view, or a lost connection. */
export function stopThinking() {
  thinking = false;
}

/**
 * @param {View} view
 * @param {import("../../types/page").HintAnswer} hint
 */
export function showHint(view, hint) {
  thinking = false;
  const best = view.actions.find((action) => action.name === hint.actions[0]?.action);
  if (!best || !view.yours) return;
  const about = { version: view.version, touch: best.touch };
  currentHint = about;
  import("./hint_panel.js").then(({ showHintPanel }) => currentHint === about && showHintPanel(hint)).catch(reportError);
}

/** Mark what the adviser would touch with a star, until the table changes. @param {View} view */
export function markHint(view) {
  const wanted = currentHint?.version === view.version && view.yours ? currentHint.touch : [];
  for (const button of document.querySelectorAll("#seats [data-touch], #table [data-touch], #choices [data-touch]")) {
    const marked = button.matches(".legal, .chosen, .choice") && wanted.includes(button.getAttribute("data-touch") ?? "");
    button.classList.toggle("hinted", marked);
  }
}
