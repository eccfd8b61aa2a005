// Doing something that may fail, where the page has a place to say why.

import { byId, say } from "./element.js";

/** Do something; why it failed is said in `#problem`. Returns whether it was done. @param {() => Promise<any>} deed */
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
