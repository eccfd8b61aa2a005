// Copies a link or a code to the clipboard.

import { element, setText } from "./element.js";
import { word } from "./words.js";

/** A button that copies the text of a field or an element, and says so. @param {HTMLElement} source */
export function copyButton(source) {
  const copy = async () => (await copyText(source)) && setText(button, word("share.copied"));
  const button = element("button", { type: "button", onclick: copy }, word("share.copy"));
  return button;
}

/** Copy a text; pages without TLS can only copy what is selected, if that. Returns whether it was copied. @param {HTMLElement} source */
async function copyText(source) {
  if (source instanceof HTMLInputElement) source.select();
  else getSelection()?.selectAllChildren(source);
  try {
    await navigator.clipboard.writeText(source instanceof HTMLInputElement ? source.value : (source.textContent ?? ""));
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
