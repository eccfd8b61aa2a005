// Reloads a page that was open while the server got new files: the scripts that it loads later would not fit its own.

const STORAGE_KEY = "reloaded for";

/** Whether somebody is writing something, which would be lost. */
function isWriting() {
  const focused = document.activeElement;
  return (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) && focused.value !== "";
}

/** Reload once for a version of the server's files that is not the page's own. @param {string} served @param {boolean} busy */
export function reloadIfOutdated(served, busy) {
  const own = document.documentElement.dataset.version;
  if (served === own || busy || isWriting() || sessionStorage.getItem(STORAGE_KEY) === served) return;
  sessionStorage.setItem(STORAGE_KEY, served);
  location.reload();
}
