// A form control with a visible label.

import { element } from "./element.js";

/** @param {string} text @param {Element} control */
export const field = (text, control) => element("label", { class: "field" }, element("span", {}, text), control);
