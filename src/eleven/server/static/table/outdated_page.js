// Reloads a page that was open while the server got new files: the scripts that it loads later would not fit its own.

const STORAGE_KEY = "reloaded at";
const KEYBOARD_KEY = "keyboard";
/** Pages wait for different times, up to this, so that not all of them ask a server that has just started at once. */
const LONGEST_DELAY = 15_000;
/** At most one reload in this time: a server with older files may answer it, and several servers may differ. */
const RETRY_AFTER = 60_000;
let timer = 0;

/**
 * Reload soon if the server's files are not those of this page, and nobody is busy then.
 * @param {string | undefined} served the version of the server's files; unknown from an older server
 * @param {() => boolean} isBusy whether a reload would lose something
 */
export function reloadIfOutdated(served, isBusy) {
  const isOutdated = Boolean(served) && served !== document.documentElement.dataset.version;
  if (!isOutdated) clearTimeout(timer);
  if (!isOutdated) timer = 0;
  else timer ||= window.setTimeout(() => reload(isBusy), Math.random() * LONGEST_DELAY);
}

/** @param {() => boolean} isBusy */
function reload(isBusy) {
  timer = 0;
  const since = Date.now() - Number(sessionStorage.getItem(STORAGE_KEY));
  if (isBusy() || since < RETRY_AFTER) return;
  sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
  if (document.body.classList.contains("keyboard")) sessionStorage.setItem(KEYBOARD_KEY, "yes");
  location.reload();
}

/** Mark the page for the keyboard again, if it was before the reload. */
export function restoreKeyboardMark() {
  if (sessionStorage.getItem(KEYBOARD_KEY)) document.body.classList.add("keyboard");
  sessionStorage.removeItem(KEYBOARD_KEY);
}

/** Whether a field has a text that is not sent yet. */
export function hasDraft() {
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
  const fields = document.querySelectorAll("input:not([readonly]), textarea:not([readonly])");
  return Array.from(fields).some((field) => field.value !== field.defaultValue);
}
