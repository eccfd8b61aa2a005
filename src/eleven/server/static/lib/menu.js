// On small screens, the links of the header are behind a menu button.

import { byId } from "./element.js";

export function listenToMenu() {
  const [menu, links] = [byId("menu"), byId("menu-links")];
  const set = (/** @type {boolean} */ open) => {
    links.classList.toggle("open", open);
    menu.setAttribute("aria-expanded", String(open));
  };
  document.addEventListener("click", (event) => set(menu.contains(/** @type {Node} */ (event.target)) && !links.classList.contains("open")));
  document.addEventListener("keydown", (event) => event.key === "Escape" && set(false));
}
