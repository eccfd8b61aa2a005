// The log of events, as one seat sees it; it is rebuilt when another seat looks.

import { byId, element, setText } from "../../lib/element.js";

const MAX_LINES = 400;

let first = Infinity;
let last = -1;
/** @type {string | null} */
let reader = null;

/** Clear the log before another player looks. */
export function clearLog() {
  byId("log").replaceChildren();
  setText(byId("latest-event"), "");
  [first, last, reader] = [Infinity, -1, null];
}

/** @param {import("../../types/page").View} view */
export function drawLog(view) {
  const log = byId("log");
  if (reader !== view.viewing || (view.events.at(0)?.version ?? Infinity) < first) {
    clearLog();
    first = view.events.at(0)?.version ?? Infinity;
    reader = view.viewing;
  }
  const news = view.events.filter((event) => event.version > last);
  for (const event of news) {
    last = event.version;
    for (const line of event.lines) log.append(element("li", {}, line));
  }
  while (log.childElementCount > MAX_LINES) log.firstElementChild.remove();
  if (news.length) log.scrollTop = log.scrollHeight;
  setText(byId("latest-event"), log.lastElementChild?.textContent ?? "");
}
