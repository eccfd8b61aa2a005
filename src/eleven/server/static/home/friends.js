// People I have played with, with buttons to invite or block them; drawn after everything else on the home page.

import { byId, element } from "../lib/element.js";
import { get, post } from "../lib/api.js";
import { word } from "../lib/words.js";

/** @typedef {import("../types/people").FriendItem} FriendItem */
/** @typedef {(action: () => Promise<void>) => void} Attempt */

/** @type {() => string} */
let myName = () => "";

/**
 * @param {Attempt} attempt
 * @param {() => string} playerName
 */
export async function drawFriends(attempt, playerName) {
  myName = playerName;
  draw(await get("/api/me/friends"), attempt);
  byId("friends-off").onchange = () => attempt(async () => {
    await post("/api/me", { settings: { invitations: byId("friends-off").checked ? "off" : "on" } });
  });
}

/**
 * @param {import("../types/people").MyFriends} known
 * @param {Attempt} attempt
 */
function draw(known, attempt) {
  byId("friends-part").hidden = !known.friends.length;
  byId("friends-off").checked = known.off;
  byId("friends").replaceChildren(...known.friends.map((friend) => row(friend, attempt)));
}

/**
 * @param {FriendItem} friend
 * @param {Attempt} attempt
 */
function row(friend, attempt) {
  const path = `/api/me/friends/${friend.friend}`;
  const block = (/** @type {string} */ action) => attempt(async () => {
    draw(await post(`${path}/${action}`), attempt);
    byId("friends").querySelector("button")?.focus();
  });
  const invite = () => attempt(async () => location.assign(`/table/${(await post(`${path}/invite`, { name: myName() })).table}`));
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ action, kind = "quiet") =>
    element("button", { type: "button", class: kind, "aria-label": label, onclick: action }, text);
  const { name, title } = friend;
  const buttons = friend.blocked
    ? [button(word("friends.unblock"), word("friends.unblock.label", { name }), () => block("unblock"))]
    : [button(word("friends.invite"), word("friends.invite.label", { name, title }), invite, "primary"),
       button(word("friends.block"), word("friends.block.label", { name }), () => block("block"))];
  return element("li", { class: "panel" },
    element("div", { class: "row-text" },
      element("b", {}, name || word("friends.nameless")),
      friend.blocked && ` · ${word("friends.blocked")}`,
      element("p", {}, word("friends.together", { count: friend.games, title }))),
    element("div", { class: "buttons" }, ...buttons));
}
