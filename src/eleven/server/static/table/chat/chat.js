// The chat at a table: messages and six quick reactions. Messages are shown as plain text. Muting is stored in this browser
// only.

import { byId, element, setText } from "../../lib/element.js";
import { loadStyle } from "../../lib/lazy_styles.js";
import { post } from "../../lib/api.js";
import { word } from "../../lib/words.js";

/** @typedef {import("../../types/page").View} View */
/** @typedef {import("../../types/view").ChatLine} ChatLine */

const REACTIONS = ["hello", "well_played", "thanks", "oops", "moment", "good_game"];
const MAX_LENGTH = 280;
const MAX_MESSAGES = 200;

let last = 0;
/** Whether the messages that arrive now are older than this page. */
let isOld = true;
let unread = 0;
let table = "";
let isPlayer = true;
/** @type {Set<string>} the authors that are muted at this table */
let muted = new Set();

/** @type {(message: object) => boolean} */
let send = () => false;
let language = "";

/** The author of a message, as stored in `muted`. @param {ChatLine} line */
const author = (line) => (line.seat === null ? `spectator ${line.name}` : `seat ${line.seat}`);

function listen() {
  loadStyle("/static/table/chat/chat.css");
  const field = byId("chat-text");
  field.maxLength = MAX_LENGTH;
  byId("chat-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || sendMessage({ text })) field.value = "";
  });
  byId("chat").addEventListener("toggle", () => byId("chat").open && showUnread(0));
}

/** Send a message; returns whether there was a connection. @param {object} what */
const sendMessage = (what) => send({ type: "say", ...what, ...(isPlayer ? {} : { name: localStorage.getItem("name") ?? "" }) });

/** Remove all messages from the page; the server sends them again. */
function clear() {
  byId("chat-lines").replaceChildren();
  byId("chat-reactions").replaceChildren();
  [last, isOld] = [0, true];
}

/**
 * @param {View} view
 * @param {(message: object) => boolean} socketSend returns whether the message was sent
 */
export function drawChat(view, socketSend) {
  if (!view.chat) return;
  [send, isPlayer] = [socketSend, view.you !== null];
  if (table !== view.table) start(view.table);
  if (language !== view.language) clear();
  language = view.language;
  setText(byId("chat-lead"), word(isPlayer ? "chat.lead" : "chat.lead.watching"));
  if (view.chat.lines.some((line) => line.room === "spectators" && line.number < last) && isPlayer) clear();
  if (!byId("chat-reactions").childElementCount) byId("chat-reactions").append(...REACTIONS.map(reactionButton));
  const fresh = view.chat.lines.filter((line) => line.number > last);
  for (const line of fresh) showMessage(view, line);
  isOld = false;
  const lines = byId("chat-lines");
  while (lines.childElementCount > MAX_MESSAGES) lines.firstElementChild.remove();
  if (fresh.length) lines.scrollTop = lines.scrollHeight;
}

/** @param {string} name of the table */
function start(name) {
  table = name;
  listen();
  byId("chat").hidden = false;
  muted = new Set(JSON.parse(localStorage.getItem(`muted ${table}`) ?? "[]"));
  applyMuted();
  byId("chat").open = matchMedia("(min-width: 1000px)").matches;
}

/** @param {string} reaction */
const reactionButton = (reaction) => element("button", { type: "button", class: "quiet", onclick: () => sendMessage({ reaction }) }, word(`chat.reaction.${reaction}`));

/**
 * @param {View} view
 * @param {ChatLine} line
 */
function showMessage(view, line) {
  last = line.number;
  const isMine = line.seat !== null && line.seat === view.you;
  const node = messageElement(line, isMine);
  node.hidden = muted.has(author(line));
  byId("chat-lines").append(node);
  if (isOld || isMine || node.hidden) return;
  setText(byId("chat-announcement"), node.dataset.announcement ?? "");
  if (!byId("chat").open) showUnread(unread + 1);
}

/** @param {ChatLine} line @param {boolean} isMine */
function messageElement(line, isMine) {
  const name = line.name || word("chat.somebody");
  const who = line.room === "spectators" ? word("chat.watching", { name }) : name;
  const text = line.reaction ? word(`chat.reaction.${line.reaction}`) : line.text;
  const node = element("li", { "data-author": author(line), "data-announcement": `${who}: ${text}`, class: isMine ? "mine" : "" },
    element("span", { class: "message-text" }, element("b", {}, who), " ", element("span", { class: line.reaction ? "reaction" : "" }, text)));
  if (isMine) return node;
  const label = { "aria-label": word("chat.more", { name }), "aria-expanded": "false" };
  const toggle = () => toggleMessageMenu(node, line, name);
  node.append(element("button", { type: "button", class: "quiet menu-button", ...label, onclick: toggle }, "…"));
  return node;
}

/**
 * The menu of a message: mute and report.
 * @param {HTMLElement} node
 * @param {ChatLine} line
 * @param {string} name
 */
function toggleMessageMenu(node, line, name) {
  const button = /** @type {HTMLElement} */ (node.querySelector(".menu-button"));
  const open = node.querySelector(".message-actions");
  button.setAttribute("aria-expanded", String(!open));
  if (open) return open.remove();
  const actionButton = (/** @type {string} */ text, /** @type {() => unknown} */ onclick) => element("button", { type: "button", class: "quiet", onclick }, text);
  const mute = () => {
    muted.add(author(line));
    applyMuted();
  };
  const report = async () => {
    const sent = post(`/api/tables/${table}/chat/${line.number}/report`);
    const said = await sent.then(() => word("chat.reported"), (failure) => failure.message);
    setText(byId("chat-announcement"), said);
    node.querySelector(".message-actions")?.replaceChildren(said); // unless the menu was closed meanwhile
  };
  node.append(element("div", { class: "message-actions" }, actionButton(word("chat.mute", { name }), mute), actionButton(word("chat.report"), report)));
}

/** Hide the messages of muted authors, and offer to unmute them. */
function applyMuted() {
  if (muted.size) localStorage.setItem(`muted ${table}`, JSON.stringify([...muted]));
  else localStorage.removeItem(`muted ${table}`);
  for (const node of /** @type {HTMLElement[]} */ ([...byId("chat-lines").children])) node.hidden = muted.has(node.dataset.author ?? "");
  const again = () => {
    muted.clear();
    applyMuted();
  };
  byId("chat-muted").replaceChildren(...(muted.size ? [element("button", { type: "button", class: "quiet", onclick: again }, word("chat.unmute", { count: muted.size }))] : []));
}

/** @param {number} count */
function showUnread(count) {
  unread = count;
  setText(byId("chat-unread"), count ? `(${count})` : "");
}
