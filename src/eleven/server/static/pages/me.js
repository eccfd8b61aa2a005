// The account page: name, devices, ways to sign in, and deleting the account. Everything here is optional.

import { get, post } from "../lib/api.js";
import { copyButton } from "../lib/copy.js";
import { attempt as attemptOrShow } from "../lib/show_errors.js";
import { byId, element, setText } from "../lib/element.js";
import { stopSyncing, uploadSettings, applySettings } from "../lib/shared_settings.js";
import { canUsePasskeys, createPasskey, signInWithPasskey } from "../lib/passkeys.js";
import { drawReminders, listenToReminders, resubscribe, unsubscribe } from "../me/reminders.js";
import { language, loadWords, onLanguageChange, word } from "../lib/words.js";

/** @typedef {import("../types/people").Me} Me */
/** @typedef {import("../types/people").MyDevice} MyDevice */

/** The secret of the sign-in link that was opened; it is removed from the URL. */
const linkSecret = new URLSearchParams(location.hash.slice(1)).get("link");

/** @param {() => Promise<void>} action */
async function attempt(action) {
  setText(byId("success"), "");
  await attemptOrShow(action);
}

/** @param {Me} me */
function draw(me) {
  const none = element("li", { class: "empty" }, word("me.ways.none"));
  byId("sign-in-ways").replaceChildren(...(me.ways.length ? me.ways.map(wayRow) : [none]));
  for (const id of ["sign-out-others", "sign-out-here", "delete"]) byId(id).disabled = !me.known;
  byId("export").hidden = !me.known;
}

/** @param {number} at */
const longDate = (at) => new Date(at).toLocaleDateString(language(), { dateStyle: "medium" });

/** @param {MyDevice[]} devices */
function drawDevices(devices) {
  byId("devices").replaceChildren(...devices.map(deviceRow));
}

/** @param {MyDevice} device */
function deviceRow(device) {
  const name = device.label || word("me.device.unknown");
  const about = device.here ? word("me.device.here") : word("me.device.last", { date: longDate(device.seen) });
  const signOut = async () => {
    drawDevices(await post(`/api/me/devices/${device.id}/sign_out`));
    byId("sign-in-offer").hidden = true;
    draw(await get("/api/me"));
    await resubscribe();
    setText(byId("success"), word("me.device.sign_out.done"));
  };
  const label = word("me.device.sign_out.label", { device: name });
  const ask = () => askToConfirm(label, word("me.device.sign_out.sure"), signOut);
  const button = element("button", { type: "button", class: "quiet", "aria-label": label, onclick: ask }, word("me.device.sign_out"));
  return element("li", {}, element("span", {}, `${name} `, element("small", {}, about)), ...(device.here ? [] : [button]));
}

/** @param {import("../types/people").SignInMethod} way */
function wayRow(way) {
  const name = way.label || word(`me.way.${way.kind}`);
  const date = longDate(way.created);
  const close = () => attempt(async () => draw(await post(`/api/me/ways/${way.id}/remove`)));
  return element("li", {},
    element("span", {}, `${name} `, element("small", {}, word("me.way.since", { date }))),
    element("button", { type: "button", class: "quiet", "aria-label": word("me.way.close.label", { way: name }), onclick: close }, word("me.way.close")));
}

async function refresh() {
  /** @type {Me} */
  const me = await get("/api/me");
  if (me.name) byId("name").value = me.name;
  draw(me);
  drawDevices(await get("/api/me/devices"));
  await drawReminders();
  return me;
}

/** Turn on syncing of name and settings between my devices. */
async function turnOnSync() {
  localStorage.setItem("name", byId("name").value.trim());
  await uploadSettings();
}

async function saveName() {
  await turnOnSync();
  await refresh();
  setText(byId("success"), word("me.saved"));
}

/** Show something new, and focus it for keyboards and screen readers. @param {...Node} parts */
function showCreated(...parts) {
  const made = byId("sign-in-offer");
  made.replaceChildren(...parts);
  made.hidden = false;
  made.focus();
}

async function createLink() {
  await turnOnSync();
  /** @type {import("../types/people").DeviceLink} */
  const link = await post("/api/me/links");
  const field = element("input", { readonly: true, value: link.url, "aria-label": word("me.link.field"), onfocus: () => field.select() });
  showCreated(
    element("p", {}, word("me.link.lead", { minutes: Math.round(link.seconds / 60) })),
    element("img", { class: "qr", src: link.qr, alt: word("me.link.qr") }),
    element("div", { class: "sign-in-link" }, field, copyButton(field)));
  await refresh();
}

async function createCode() {
  await turnOnSync();
  /** @type {import("../types/people").RecoveryCode} */
  const made = await post("/api/me/code");
  const code = element("p", { class: "code", "aria-label": word("me.code.field"), role: "group" }, made.code);
  showCreated(element("p", {}, word("me.code.lead")), code, element("div", { class: "buttons" }, copyButton(code)));
  await refresh();
}

/** @param {() => Promise<any>} action an action that the browser or the person may cancel */
async function withPasskey(action) {
  try {
    return await action();
  } catch (failure) {
    throw failure instanceof DOMException ? new Error(word("me.passkey.broken")) : failure;
  }
}

async function addPasskey() {
  await turnOnSync();
  const date = longDate(Date.now());
  draw(await withPasskey(() => createPasskey(word("me.passkey.label", { date }).slice(0, 24))));
  setText(byId("success"), word("me.passkey.made"));
}

/** Sign in on this device. @param {object} body */
const signIn = async (body) => afterSignIn(await post("/api/me/sign_in", body));

/** @param {Me} me */
async function afterSignIn(me) {
  byId("accept-link").hidden = true;
  byId("sign-in-form").reset();
  await applySettings(me);
  await refresh();
  setText(byId("success"), word("me.signed_in"));
}

/** Confirm a sign-in link: show whose it is, and offer to bring this device's games along. @param {string} link */
async function offerSignIn(link) {
  /** @type {import("../types/people").LinkOwner} */
  const owner = await post("/api/me/links/owner", { link });
  if (owner.mine) {
    setText(byId("success"), word("me.sign_in.mine"));
    return;
  }
  const { tables } = await get("/api/me");
  const go = (/** @type {string} */ label, /** @type {boolean} */ bring) =>
    element("button", { type: "button", class: bring || !tables ? "primary" : "", onclick: () => attempt(() => signIn({ link, bring })) }, label);
  setText(byId("accept-link-owner"), owner.name ? word("me.sign_in.named", { name: owner.name }) : "");
  byId("accept-link-buttons").replaceChildren(
    ...(tables ? [go(word("me.sign_in.bring", { count: tables }), true), go(word("me.sign_in.without"), false)] : [go(word("me.sign_in.go"), false)]));
  byId("accept-link").hidden = false;
}

/**
 * Ask for confirmation of something that cannot be undone.
 * @param {string} title
 * @param {string} lead
 * @param {() => Promise<void>} action
 */
function askToConfirm(title, lead, action) {
  setText(byId("confirm-title"), title);
  setText(byId("confirm-lead"), lead);
  byId("confirm-yes").onclick = () => {
    byId("confirm").close();
    attempt(action);
  };
  byId("confirm").showModal();
  byId("confirm-no").focus();
}

async function signOutOthers() {
  draw(await post("/api/me/sign_out_others"));
  drawDevices(await get("/api/me/devices"));
  await resubscribe();
  byId("sign-in-offer").hidden = true;
  setText(byId("success"), word("me.sign_out.others.done"));
}

/** @param {string} path */
async function leave(path) {
  await unsubscribe();
  await post(`/api/me/${path}`);
  stopSyncing();
  for (const id of ["name", "mail-address"]) byId(id).value = "";
  byId("sign-in-offer").hidden = true;
  await refresh();
}

function listen() {
  const on = (/** @type {string} */ id, /** @type {string} */ what, /** @type {() => void} */ action) =>
    byId(id).addEventListener(what, (/** @type {Event} */ event) => {
      event.preventDefault();
      action();
    });
  listenToReminders(attempt, refresh);
  on("name-form", "submit", () => attempt(saveName));
  on("make-link", "click", () => attempt(createLink));
  on("make-code", "click", () => attempt(createCode));
  on("sign-in-form", "submit", () => attempt(() => signIn({ code: byId("code").value, bring: byId("bring-tables").checked })));
  on("make-passkey", "click", () => attempt(addPasskey));
  on("use-passkey", "click", () => attempt(async () => afterSignIn(await withPasskey(() => signInWithPasskey(byId("bring-tables").checked)))));
  for (const id of ["make-passkey", "use-passkey"]) byId(id).hidden = !canUsePasskeys();
  byId("no-passkeys").hidden = canUsePasskeys();
  on("confirm-no", "click", () => byId("confirm").close());
  on("sign-out-others", "click", () => askToConfirm(word("me.sign_out.others"), word("me.sign_out.others.sure"), signOutOthers));
  on("sign-out-here", "click", () => askToConfirm(word("me.sign_out.here"), word("me.sign_out.here.sure"), () => leave("sign_out")));
  on("delete", "click", () => askToConfirm(word("me.leave.delete"), word("me.leave.sure"), async () => {
    await leave("delete");
    setText(byId("success"), word("me.leave.done"));
  }));
}

async function begin() {
  byId("name").value = localStorage.getItem("name") ?? "";
  if (linkSecret) history.replaceState(null, "", location.pathname);
  onLanguageChange(() => location.reload());
  listen();
  await loadWords();
  await attempt(async () => {
    await refresh();
    if (linkSecret) await offerSignIn(linkSecret);
  });
}

begin();
