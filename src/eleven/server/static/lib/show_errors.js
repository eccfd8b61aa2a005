// Runs actions that may fail, and shows errors on the page.

import { byId, setText } from "./element.js";

/** Run an action; show an error in `#problem`. Returns whether it succeeded. @param {() => Promise<any>} action */
export async function attempt(action) {
  setText(byId("problem"), "");
  try {
    await action();
    return true;
  } catch (failure) {
    setText(byId("problem"), /** @type {Error} */ (failure).message);
    return false;
  }
}
