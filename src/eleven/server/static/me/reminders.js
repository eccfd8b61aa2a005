// Notifications that it is my turn: push messages, e-mail, sound. Each is off until it is turned on here.

import { get, post } from "../lib/api.js";
import { byId, setText } from "../lib/element.js";
import { fromBase64url } from "../lib/passkeys.js";
import { language, word } from "../lib/words.js";

/** @typedef {import("../types/people").MyReminders} MyReminders */

const SOUNDS = "eleven.sounds";
const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && isSecureContext;

/** The push subscription of this browser, if any. */
async function currentSubscription() {
  const worker = canPush ? await navigator.serviceWorker.getRegistration("/") : undefined;
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** @param {PushSubscription} subscription @returns {Promise<MyReminders>} */
function sendSubscription(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return post("/api/me/reminders/push", { endpoint, keys, language: language() });
}

/** Ask for permission, and subscribe this browser to push messages. */
async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(word("me.remind.push.denied"));
  const { push } = await get("/api/me/reminders");
  const worker = await navigator.serviceWorker.ready;
  await (await currentSubscription())?.unsubscribe(); // an old subscription may belong to another key
  try {
    await sendSubscription(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64url(push.key) }));
  } catch (failure) {
    await (await currentSubscription())?.unsubscribe();
    throw failure instanceof DOMException ? new Error(word("me.remind.push.failed")) : failure;
  }
}

/** Unsubscribe this browser, also before somebody else signs in. */
export async function unsubscribe() {
  const subscription = await currentSubscription();
  if (!subscription) return;
  await post("/api/me/reminders/push/remove", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/** Register this browser's subscription again, after all devices were signed out. */
export async function resubscribe() {
  const subscription = await currentSubscription();
  if (subscription) await sendSubscription(subscription);
}

/** Show the current settings. */
export async function drawReminders() {
  /** @type {MyReminders} */
  const { mail } = await get("/api/me/reminders");
  const push = byId("remind-push");
  push.disabled = !canPush;
  push.checked = Boolean(await currentSubscription());
  setText(byId("push-about"), word(canPush ? "me.remind.push.about" : "me.remind.push.none"));
  byId("remind-sound").checked = localStorage.getItem(SOUNDS) === "on";
  byId("remind-mail").hidden = !mail.offered;
  if (mail.address) byId("mail-address").value = mail.address;
  byId("mail-pace").value = mail.pace;
  byId("mail-off").hidden = mail.state === "off";
  setText(byId("mail-go"), word(mail.state === "on" ? "me.remind.mail.change" : "me.remind.mail.go"));
  const state = mail.offered ? mail.state : "none";
  setText(byId("mail-state"), state === "off" ? "" : word(`me.remind.mail.${state}`, { address: mail.address }));
}

async function turnOnMail() {
  const utc_offset = -new Date().getTimezoneOffset();
  await post("/api/me/reminders/mail", { address: byId("mail-address").value.trim(), pace: byId("mail-pace").value, utc_offset, language: language() });
}

async function turnOffMail() {
  await post("/api/me/reminders/mail/remove");
  byId("mail-address").value = "";
}

/**
 * @param {(action: () => Promise<void>) => Promise<void>} attempt runs an action and shows its error
 * @param {() => Promise<any>} refresh shows the settings afterwards
 */
export function listenToReminders(attempt, refresh) {
  const attemptAndRefresh = (/** @type {() => Promise<void>} */ action) => attempt(async () => {
    try {
      await action();
    } finally {
      await refresh();
    }
  });
  byId("remind-push").addEventListener("change", () => attemptAndRefresh(byId("remind-push").checked ? subscribe : unsubscribe));
  byId("remind-sound").addEventListener("change", () => localStorage.setItem(SOUNDS, byId("remind-sound").checked ? "on" : "off"));
  byId("mail-off").addEventListener("click", () => attemptAndRefresh(turnOffMail));
  byId("remind-mail").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    attemptAndRefresh(turnOnMail);
  });
}
