// The stored sound setting, off by default; the sounds are loaded only when turned on.

const KEY = "eleven.sounds";
let wanted = localStorage.getItem(KEY) === "on";

/** @param {import("./sounds").Sound | ""} name */
export function playSound(name) {
  if (wanted && name) import("./sounds.js").then((sounds) => sounds.play(name), () => undefined);
}

/** Make a button turn sounds on and off. @param {HTMLElement} button */
export function listenToSoundSwitch(button) {
  const show = () => button.setAttribute("aria-pressed", String(wanted));
  show();
  button.addEventListener("click", () => {
    wanted = !wanted;
    localStorage.setItem(KEY, wanted ? "on" : "off");
    show();
    playSound("yours");
  });
}
