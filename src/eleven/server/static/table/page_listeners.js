// Listens to everything on the table page that somebody clicks, presses, drags or points at.

import { byId } from "../lib/element.js";
import { listenToMenu } from "../lib/menu.js";
import { loadWords } from "../lib/words.js";
import { listenToAnimationSpeed } from "./effects/animation_speed.js";
import { listenToSoundSwitch } from "./effects/sound_switch.js";
import { listenToShortcuts } from "./input/keyboard.js";
import { listenToClicks } from "./input/touchable.js";

/**
 * @typedef {object} Handlers
 * @property {(id: string) => void} touch
 * @property {(id: string) => boolean} dragStart
 * @property {(id: string | null) => void} drop
 * @property {(target: HTMLElement | null) => void} why
 * @property {() => boolean} isFree whether the bar may explain what is pointed at
 * @property {() => void} cancelPath
 * @property {() => void} takeBack
 * @property {() => void} since
 * @property {() => void} invite
 * @property {() => void} leave
 */

/** @param {Handlers} handlers */
export function listenToPage({ touch, dragStart, drop, why, isFree, cancelPath, takeBack, since, invite, leave }) {
  listenToClicks(touch);
  listenToMenu();
  listenToSoundSwitch(byId("sound"));
  loadWords().then(() => listenToAnimationSpeed(byId("pace")));
  byId("share").addEventListener("click", invite);
  byId("leave").addEventListener("click", leave);
  byId("latest-event").addEventListener("click", since);
  listenToShortcuts({ escape: cancelPath, why, takeBack, since });
  import("./input/drag.js").then(({ listenToDrags }) => listenToDrags({ dragStart, drop, why }));
  import("./question/tooltip.js").then(({ listenToHover }) => listenToHover(isFree));
}
