/** The panel of games: its switch, the choice of comparison, and the results. */
import { element } from "../../web/assets/page.js";
import { Figures } from "./figures.js";
import { Trial } from "./trial.js";

/** @typedef {import("./views.js").Views} Views */

/** What the editor tells the games. @typedef {{stop: () => void, setBoard: (text: string, why: string) => void}} Games */

/** @param {string} address of the project @param {() => string} saved @param {Views} views @returns {Games} */
export function openGames(address, saved, views) {
  if (!document.getElementById("games")) return { stop() {}, setBoard() {} }; // of a link: the owner plays
  const figures = new Figures();
  const trial = new Trial(address, saved, (state) => {
    figures.show(state);
    if (state.results?.heat) views.requestHeat(state.results.heat);
  });
  const toggle = element("games-on", HTMLInputElement), basis = element("basis", HTMLSelectElement);
  toggle.checked = trial.isOn;
  toggle.addEventListener("change", () => trial.turn(toggle.checked));
  basis.value = trial.basis; // browsers may restore another choice after a reload
  basis.addEventListener("change", () => trial.compareWith(basis.value));
  window.addEventListener("focus", () => trial.resume());
  return trial;
}
