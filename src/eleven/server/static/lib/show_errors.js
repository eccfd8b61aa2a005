// Runs actions that may fail, and shows errors on the page.

import { byId, say } from "./element.js";

/** Run an action; show an error in `#problem`. Returns whether it succeeded. @param {() => Promise<any>} deed */
export async function attempt(deed) {
  say(byId("problem"), "");
  try {
    await deed();
    return true;
  } catch (failure) {
    say(byId("problem"), /** @type {Error} */ (failure).message);
    return false;
  }
}
