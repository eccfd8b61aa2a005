// The WebSocket connection to one table: it reconnects, and resends moves until they are acknowledged.

import { randomHex } from "../lib/api.js";
import { byId, setText } from "../lib/element.js";
import { language, word } from "../lib/words.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 2500;
const PING_EVERY = 15000;
const NO_ANSWER = 10000;
/** The close codes for tables that do not exist or that we may not see. */
const REFUSED_CLOSE_CODES = [1008, 4404];

/**
 * Add the default values that are omitted from a zone and its things in messages.
 * @param {import("../types/view").ZoneView} zone
 * @returns {import("../types/page").Zone}
 */
const fillDefaults = (zone) => ({
  seat: null,
  columns: 0,
  note: "",
  ...zone,
  things: zone.things.map((thing) => ({ back: "", up: true, note: "", token: "", about: "", marks: "", ...thing })),
});

/**
 * @typedef {object} Listener
 * @property {(view: import("../types/page").View) => void} view
 * @property {(state: "connecting" | "live" | "waiting" | "gone") => void} state
 * @property {(refusal: {rule: string | null, reason: string}) => void} refused
 * @property {(why: import("../types/page").Why) => void} why
 * @property {(hint: import("../types/page").HintAnswer) => void} hint
 * @property {(pong: import("../types/page").Pong) => void} pong
 * @property {(reason: string) => void} error
 */

/** @param {string} state */
export function showConnection(state) {
  byId("connection").className = state;
  setText(byId("connection"), word(`connection.${state}`));
}

export class Connection {
  /**
   * @param {string} table
   * @param {Listener} listener
   */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.since = -1;
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.lastMessageAt = 0;
    this.ended = false;
    /** @type {Map<string, object>} moves that have not been acknowledged yet */
    this.unacknowledged = new Map();
    addEventListener("online", () => this.reconnectNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.reconnectNow());
    setInterval(() => this.ping(), PING_EVERY);
  }

  connect() {
    this.listener.state("connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.table)}`);
    this.socket = socket;
    socket.onopen = () => this.onOpen();
    socket.onmessage = (message) => this.onMessage(JSON.parse(message.data));
    socket.onclose = (closing) => this.socket === socket && this.onClose(closing.code);
  }

  onOpen() {
    this.wait = FIRST_WAIT;
    this.lastMessageAt = Date.now();
    this.listener.state("live");
    this.hello(this.since);
    for (const move of this.unacknowledged.values()) this.send(move);
    this.ping();
  }

  /** Send the last version and the language; the server sends the whole view. @param {number} since */
  hello(since) {
    this.send({ type: "hello", since, language: language() });
  }

  /** @param {number} code */
  onClose(code) {
    this.socket = null;
    if (REFUSED_CLOSE_CODES.includes(code)) this.ended = true;
    this.listener.state(this.ended ? "gone" : "waiting");
    if (this.ended) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Reconnect at once when the network or the tab is back. */
  reconnectNow() {
    if (this.socket || this.ended) return;
    clearTimeout(this.timer);
    this.connect();
  }

  ping() {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    const asked = Date.now();
    this.send({ type: "ping" });
    setTimeout(() => {
      if (this.lastMessageAt < asked) this.drop();
    }, NO_ANSWER);
  }

  /** Close a connection that no longer responds, and reconnect. */
  drop() {
    const socket = this.socket;
    if (!socket) return;
    this.onClose(0);
    socket.close();
  }

  /** @param {any} message */
  onMessage(message) {
    this.lastMessageAt = Date.now();
    if (message.type === "view") this.receiveView(message);
    else if (message.type === "ack") this.unacknowledged.delete(message.id);
    else if (message.type === "why") this.listener.why(message);
    else if (message.type === "hint") this.listener.hint(message);
    else if (message.type === "pong") this.listener.pong(message);
    else if (message.type === "error") this.listener.error(message.reason);
    else if (message.type === "refused") {
      this.unacknowledged.delete(message.id);
      this.listener.refused(message);
    }
  }

  /** On a shared device, `you` is the seat that is currently looking. @param {import("../types/view").View} view */
  receiveView(view) {
    this.since = view.version;
    const seat = view.seats.findIndex((each) => each.token === view.viewing);
    this.listener.view({ ...view, zones: view.zones.map(fillDefaults), you: seat < 0 ? null : seat });
  }

  /**
   * @param {number} version
   * @param {number} seat
   * @param {string} action
   */
  move(version, seat, action) {
    const id = randomHex();
    const move = { type: "move", id, version, seat, action };
    this.unacknowledged.set(id, move);
    this.send(move);
  }

  /** Send a message if there is a connection; returns whether there was one. @param {object} message */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
