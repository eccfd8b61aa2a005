// Der Elefant im Porzellanladen: blue-and-white porcelain; red, green and blue china each with a motif of its own.

/** @typedef {import("../../../server/static/types/page").Thing} Thing */
/** @typedef {import("../../../server/static/types/page").Zone} Zone */
/** @typedef {import("../../../server/static/types/page").View} View */
/** @typedef {import("../../../server/static/types/page").Seat} Seat */
/** @typedef {import("../../../server/static/types/page").Tools} Tools */

const COLOURS = ["red", "green", "blue"];
const CHINA = /^(red|green|blue)-(\d)$/;
const NUMBERS = /** @type {Record<string, string>} */ ({ odd: "3 5 7", even: "4 6 8" });
const MOST_MONEY = 2;

/** @param {Thing} thing @param {Zone} zone @param {string} state @param {Tools} tools */
export function face(thing, zone, state, tools) {
  const kind = kindOf(thing);
  if (kind === "china") return china(thing, tools);
  if (kind === "elephant") return elephant(thing, tools);
  if (kind === "sheet") return column(thing, tools);
  if (kind === "push") return faceElement(tools, "push-card", tools.art("push"), tools.fittedText(thing.text));
  return null;
}

/** @param {Thing} thing */
export const classes = (thing) => kindOf(thing);

/** Points, money as coins, and the push card while it is there. @param {Seat} seat @param {View} view @param {Tools} tools */
export function score(seat, view, tools) {
  const shop = view.zones.find((zone) => zone.id === `shop:${seat.token}`);
  if (!shop) return null;
  const money = Number(/\d+/.exec(shop.note)?.[0] ?? 0);
  const coins = Array.from({ length: MOST_MONEY }, (_, i) => tools.art(i < money ? "coin" : "no-coin"));
  const push = shop.things.some((thing) => thing.id.startsWith("push:"));
  return tools.element("span", { class: "purse" },
    tools.element("span", { class: "numeral" }, String(seat.score)),
    tools.element("span", { class: "coins" }, ...coins),
    push && tools.art("push", "can-push"));
}

/** @param {Thing} thing */
function kindOf(thing) {
  const [place] = thing.id.split(":");
  if (place === "herd") return "elephant";
  return place === "open" ? "china" : place;
}

/** @param {Thing} thing @param {Tools} tools */
function china(thing, tools) {
  const [, hue, value] = CHINA.exec(thing.token) ?? [];
  return faceElement(tools, "plate", numeral(tools, value), tools.art(`motif-${hue}`, "motif"), tools.art(`china-${value}`, "piece"), badge(tools, thing.note));
}

/** An elephant over what it breaks. @param {Thing} thing @param {Tools} tools */
function elephant(thing, tools) {
  const elephants = tools.element("span", { class: "elephants" });
  const breaks = tools.element("span", { class: "breaks" });
  const add = (/** @type {string} */ hue, /** @type {string} */ size = "") => elephants.append(tools.element("span", { class: `hue-${hue} ${size}` }, tools.art("elephant")));
  const [head, tail] = thing.token.split("-");
  if (head === "big") {
    add(tail, "big");
    breaks.append(motif(tools, tail), "→", numeral(tools, "0"));
  } else if (head in NUMBERS) {
    add("grey", "big");
    breaks.append(...NUMBERS[head].split(" ").map((number) => numeral(tools, number)));
  } else {
    for (const part of thing.token.split("-")) {
      const [hue, count] = [part.slice(0, -1), part.slice(-1)];
      for (let i = 0; i < Number(count); i++) add(hue);
      breaks.append(tools.element("span", { class: "share" }, numeral(tools, count), ...(hue === "grey" ? COLOURS : [hue]).map((each) => motif(tools, each))));
    }
  }
  elephants.dataset.count = String(elephants.children.length);
  return faceElement(tools, "elephant-card", elephants, breaks, badge(tools, thing.note));
}

/** A column of the score sheet: what is written there, or what it would bring now. @param {Thing} thing @param {Tools} tools */
function column(thing, tools) {
  const points = (/\d+(\/\d+)*/.exec(thing.note)?.[0] ?? "").split("/");
  const figures = tools.element("span", { class: "figures" }, ...points.map((each, i) =>
    tools.element("span", { class: "share" }, points.length > 1 && motif(tools, COLOURS[i]), numeral(tools, each))));
  return faceElement(tools, `column ${thing.up ? "written" : "open"}`, tools.art(thing.token), figures, tools.fittedText(thing.text));
}

/** @param {Tools} tools @param {string} hue */
const motif = (tools, hue) => tools.element("span", { class: `hue-${hue}` }, tools.art(`motif-${hue}`, "motif"));

/** @param {Tools} tools @param {string} text */
const numeral = (tools, text) => tools.element("span", { class: "numeral" }, text);

/** @param {Tools} tools @param {string} note */
const badge = (tools, note) => (note ? tools.element("span", { class: "badge" }, note) : null);

/** @param {Tools} tools @param {string} kind @param {...(Node | null)} parts */
const faceElement = (tools, kind, ...parts) => tools.element("span", { class: `face ${kind}` }, ...parts);
