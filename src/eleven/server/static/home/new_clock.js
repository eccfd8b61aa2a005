// The clock settings in the form for a new table: the clock, who plays when time runs out, and whether nights count.

import { element } from "../lib/element.js";
import { field } from "../lib/field.js";
import { levelSelect } from "../lib/levels.js";
import { word } from "../lib/words.js";

const NIGHT = [22, 8];
/** The request for each choice of a clock. @type {Record<string, object | null>} */
const CLOCKS = {
  none: null,
  live30: { kind: "live", seconds: 30, reserve: 300 },
  live60: { kind: "live", seconds: 60, reserve: 600 },
  live180: { kind: "live", seconds: 180, reserve: 1800 },
  days1: { kind: "days", days: 1 },
  days3: { kind: "days", days: 3 },
  days7: { kind: "days", days: 7 },
};

/** @param {string} name @param {[string, string][]} values */
const select = (name, values) => element("select", { name, "aria-label": word(`new.${name}`) }, ...values.map(([id, text]) => element("option", { value: id }, text)));

/** The fields; those that do not apply to the chosen clock are hidden. @param {import("../types/games").GameInfo} game */
export function clockFields(game) {
  const which = select("clock", Object.keys(CLOCKS).map((id) => [id, word(`new.clock.${id}`)]));
  const bot = levelSelect(word("new.clock.level"), game.levels, game.level);
  bot.name = "clock-level";
  const night = select("night", [["on", word("new.night.on")], ["off", word("new.night.off")]]);
  const [levelField, nightField] = [field(word("new.clock.level"), bot), field(word("new.night"), night)];
  const update = () => {
    levelField.hidden = which.value === "none";
    nightField.hidden = !which.value.startsWith("days");
  };
  which.addEventListener("change", update);
  update();
  return [field(word("new.clock"), which), levelField, nightField];
}

/** The chosen clock in the format of the API. @param {FormData} data */
export function clockOf(data) {
  const clock = CLOCKS[String(data.get("clock"))];
  if (!clock) return undefined;
  const days = "days" in clock ? { night: data.get("night") === "on" ? NIGHT : null, offset: -new Date().getTimezoneOffset() } : {};
  return { ...clock, ...days, level: data.get("clock-level") };
}
