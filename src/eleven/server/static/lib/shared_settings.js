// Name and settings that are the same on all devices of a person. Kept here as ever, and told to the server only by who has
// asked for it on the page about them. What was changed here since the last time goes there; else what is there comes here.

import { get, post } from "./api.js";
import { speak } from "./words.js";

/** @typedef {import("./types").Me} Me */

const SHARED = "shared";
const NAMES = /** @type {Record<string, string>} */ ({ language: "language", theme: "theme", pace: "pace", sounds: "eleven.sounds" });

/** What is chosen here. */
function chosenHere() {
  const settings = Object.fromEntries(Object.entries(NAMES).map(([name, key]) => [name, localStorage.getItem(key) ?? undefined]));
  return { name: (localStorage.getItem("name") ?? "").slice(0, 24), settings };
}

const remember = () => localStorage.setItem(SHARED, JSON.stringify(chosenHere()));

/** From now on this device tells its settings. */
export async function shareSettings() {
  await post("/api/me", chosenHere());
  remember();
}

/** Settings of a person come here. @param {Me} me */
export async function takeSettings(me) {
  if (me.name) localStorage.setItem("name", me.name);
  for (const [name, key] of Object.entries(NAMES)) {
    if (me.settings[name]) localStorage.setItem(key, me.settings[name]);
  }
  remember();
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";
  if (me.settings.language && me.settings.language !== document.documentElement.lang) await speak(me.settings.language);
}

/** This device is nobody's any more. */
export function forgetShared() {
  localStorage.removeItem(SHARED);
  localStorage.removeItem("name");
}

/** Bring both sides to the same, if that was ever wanted here. */
export async function syncSettings() {
  const before = localStorage.getItem(SHARED);
  if (!before) return;
  if (before !== JSON.stringify(chosenHere())) {
    await shareSettings();
    return;
  }
  /** @type {Me} */
  const me = await get("/api/me");
  if (me.known) await takeSettings(me);
  else forgetShared();
}
