// Syncs name and settings between a person's devices. They are stored locally, and sent to the server only after the person
// has turned that on at /me. Local changes since the last sync are uploaded; otherwise the server's settings are downloaded.

import { get, post } from "./api.js";
import { setLanguage } from "./words.js";

/** @typedef {import("../types/people").Me} Me */

const SHARED = "shared";
const NAMES = /** @type {Record<string, string>} */ ({ language: "language", theme: "theme", pace: "pace", sounds: "eleven.sounds" });

/** The name and settings of this browser. */
function localSettings() {
  const settings = Object.fromEntries(Object.entries(NAMES).map(([name, key]) => [name, localStorage.getItem(key) ?? undefined]));
  return { name: (localStorage.getItem("name") ?? "").slice(0, 24), settings };
}

const markAsSynced = () => localStorage.setItem(SHARED, JSON.stringify(localSettings()));

/** Upload the settings, and sync from now on. */
export async function uploadSettings() {
  await post("/api/me", localSettings());
  markAsSynced();
}

/** Apply the settings from the server to this browser. @param {Me} me */
export async function applySettings(me) {
  if (me.name) localStorage.setItem("name", me.name);
  for (const [name, key] of Object.entries(NAMES)) {
    if (me.settings[name]) localStorage.setItem(key, me.settings[name]);
  }
  markAsSynced();
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";
  if (me.settings.language && me.settings.language !== document.documentElement.lang) await setLanguage(me.settings.language);
}

/** Stop syncing after signing out, and forget the name. */
export function stopSyncing() {
  localStorage.removeItem(SHARED);
  localStorage.removeItem("name");
}

/** Sync with the server, if syncing was turned on here. */
export async function syncSettings() {
  const before = localStorage.getItem(SHARED);
  if (!before) return;
  if (before !== JSON.stringify(localSettings())) {
    await uploadSettings();
    return;
  }
  /** @type {Me} */
  const me = await get("/api/me");
  if (me.known) await applySettings(me);
  else stopSyncing();
}
