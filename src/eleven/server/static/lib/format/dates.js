// Dates and times in the reader's format.

import { language } from "../words.js";

/**
 * @param {Date} date
 * @param {boolean} [hours]
 */
export function formatDate(date, hours = false) {
  const time = hours ? { hour: /** @type {const} */ ("2-digit"), minute: /** @type {const} */ ("2-digit") } : {};
  const locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language())) ?? language();
  return new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", ...time }).format(date);
}

/** Parse an ISO day, at noon, so that no time zone shifts it to another day. @param {string} day */
export const parseDay = (day) => new Date(`${day}T12:00`);

/** Format a date as an ISO day in local time. @param {Date} date */
export const formatDay = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
