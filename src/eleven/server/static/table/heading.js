// The header of the table page: its title, which shows when it is my turn, and the links.

import { byId, setText } from "../lib/element.js";
import { word } from "../lib/words.js";

/** @typedef {import("../types/page").View} View */

/** Whether the viewer has left their seat or run out of time, and can come back. @param {View} seen */
export const hasLeft = (seen) => seen.you !== null && (seen.seats[seen.you].left || seen.seats[seen.you].late);

/** Set the badge on the icon of the installed app, if the device supports badges. @param {boolean} isMyTurn */
function setBadge(isMyTurn) {
  const done = isMyTurn ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  done?.catch(() => undefined);
}

/** @param {View} view */
export function drawHeading(view) {
  document.title = `${view.yours ? "● " : ""}${word("page.table", { title: view.title })}`;
  setText(byId("title"), view.title + (view.rated ? ` · ${word("table.rated")}` : ""));
  setBadge(view.yours);
  byId("rules").href = `/rules/${view.game}`;
  byId("share").disabled = false;
  byId("leave").hidden = view.you === null || view.over !== null;
  setText(byId("leave"), word(hasLeft(view) ? "menu.return" : "menu.leave"));
}
