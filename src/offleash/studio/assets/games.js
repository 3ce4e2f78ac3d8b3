/** The panel of games: its switch, what it compares with, and what is shown where. */
import { element } from "../../web/assets/page.js";
import { Figures } from "./figures.js";
import { Trial } from "./trial.js";

/** @typedef {import("./views.js").Views} Views */

/** @param {string} address of the project @param {() => string} saved @param {Views} views */
export function openGames(address, saved, views) {
  const figures = new Figures();
  const trial = new Trial(address, saved, (told) => {
    figures.show(told);
    if (told.played?.heat) views.planHeat(told.played.heat);
  });
  const isOn = element("games-on", HTMLInputElement), basis = element("basis", HTMLSelectElement);
  isOn.checked = trial.isOn;
  isOn.addEventListener("change", () => trial.turn(isOn.checked));
  basis.value = trial.basis; // a page that is loaded again may remember another
  basis.addEventListener("change", () => trial.compareWith(basis.value));
  window.addEventListener("focus", () => trial.resume());
  return trial;
}
