// Ratings as text.

import { element } from "../element.js";
import { word } from "../words.js";

/** @typedef {import("../../types/tables").ShownRating} ShownRating */

/** "1512 ± 80", and whether it is provisional. @param {ShownRating} rating */
export function formatRating(rating) {
  const text = word("rating.text", { rating: rating.rating, uncertainty: rating.uncertainty });
  return rating.provisional ? `${text}, ${word("rating.provisional")}` : text;
}

/** My own rating, with an explanation that can be unfolded. @param {ShownRating} rating */
export const myRating = (rating) => element("div", { class: "rating" },
  element("p", {}, `${word("rating.mine")}: `, element("b", {}, formatRating(rating))),
  element("details", {}, element("summary", {}, word("rating.what")), element("p", {}, word("rating.about"))));
