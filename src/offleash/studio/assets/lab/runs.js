/** The list of runs: kept fresh while something is played, and what can be done with each. */

import { element, setText } from "../../../web/assets/page.js";
import { Refused, ask } from "../server.js";

/**
 * @typedef {object} Run
 * @property {string} name @property {string} title @property {string} kind @property {string} status
 * @property {number} games @property {number} of @property {number} share @property {string} note
 * @property {string} verdict @property {string} sentence @property {boolean} has_report @property {boolean} can_go_on
 */

const PACE = 1500; // milliseconds between two looks

/** @param {Run} run */
export const isUnderWay = (run) => run.status === "waiting" || run.status === "playing";

/** @param {Run} run */
function wordsOf(run) {
  return run.status === "done" ? run.verdict : run.sentence || run.note;
}

/** @param {Run} run */
function countOf(run) {
  if (!run.of) return "";
  const most = ["compare", "tune"].includes(run.kind) ? "at most " : "";
  const of = run.status === "done" ? "" : ` of ${most}${run.of.toLocaleString("en")}`;
  return `${run.games.toLocaleString("en")}${of} games`;
}

/** Fills in what is known of a run by now. @param {HTMLElement} place @param {Run} run */
export function fill(place, run) {
  place.dataset.status = run.status;
  const part = (/** @type {string} */ which) => /** @type {HTMLElement} */ (place.querySelector(which));
  const status = part(".status");
  setText(status, run.status);
  status.className = `status ${run.status}`;
  const bar = /** @type {HTMLProgressElement} */ (part("progress"));
  bar.value = run.share;
  bar.hidden = run.status === "done";
  setText(part(".count"), countOf(run));
  setText(part(".known"), wordsOf(run));
  part(".known").classList.toggle("wrong", Boolean(run.sentence) && run.status !== "done");
  setText(part('[data-do="go-on"] .word'), run.status === "done" ? "Write the report" : "Go on");
  show(place, "stop", isUnderWay(run));
  show(place, "go-on", run.can_go_on);
}

/** Shows a button or hides it; the focus goes on to one that is left.
 * @param {HTMLElement} place @param {string} what @param {boolean} isShown */
function show(place, what, isShown) {
  const form = /** @type {HTMLElement} */ (place.querySelector(`[data-do="${what}"]`));
  if (!isShown && form.contains(document.activeElement)) {
    queueMicrotask(() => {
      const left = place.querySelector(".actions form:not([hidden]) button");
      if (left instanceof HTMLElement) left.focus();
    });
  }
  form.hidden = !isShown;
}

/** @param {string} text */
function say(text) {
  setText(element("said", HTMLElement), text);
}

/** Asks whether a run is to be removed. @param {string} title @returns {Promise<boolean>} */
function isSure(title) {
  const dialog = element("sure", HTMLDialogElement);
  setText(element("sure-name", HTMLElement), title);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((tell) => {
    dialog.addEventListener("close", () => tell(dialog.returnValue === "yes"), { once: true });
  });
}

/** The buttons of a run, without leaving the page.
 * @param {HTMLElement} place @param {() => void} removed @param {() => void} changed */
export function listen(place, removed, changed) {
  for (const form of place.querySelectorAll("form[data-do]")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const wanted = /** @type {HTMLFormElement} */ (form);
      const title = place.dataset.title || place.dataset.name || "";
      if (wanted.dataset.do === "remove" && !(await isSure(title))) return;
      try {
        const answer = await ask(wanted.action, {});
        say("");
        if (wanted.dataset.do === "remove") removed();
        else fill(place, answer);
        changed();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        say(error.message);
      }
    });
  }
}

/** Looks again and again as long as somebody wants to know. @param {() => Promise<boolean>} look */
export function watch(look) {
  let isLooking = false;
  const again = async () => {
    if (isLooking || document.hidden) return;
    isLooking = true;
    let goesOn = true;
    try {
      goesOn = await look();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(error.message);
      goesOn = error.status === 0; // it may be started again
    } finally {
      isLooking = false;
    }
    if (goesOn) setTimeout(again, PACE);
  };
  document.addEventListener("visibilitychange", again);
  return again;
}

function main() {
  const list = element("runs", HTMLUListElement);
  const places = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("li.run")]);

  const look = async () => {
    /** @type {Run[]} */
    const found = await ask("/lab/runs?under_way");
    say("");
    const news = new Map(found.map((run) => [run.name, run]));
    for (const place of places()) {
      const run = news.get(place.dataset.name ?? "");
      if (run) fill(place, run);
      else if (["waiting", "playing"].includes(place.dataset.status ?? "")) {
        fill(place, await ask(`/lab/runs/${place.dataset.name}`));
      }
    }
    return found.length > 0;
  };

  const again = watch(look);
  for (const place of places()) {
    const removed = () => {
      const next = place.nextElementSibling?.querySelector("a") ?? document.getElementById("runs-title");
      place.remove();
      element("none", HTMLElement).hidden = list.children.length > 0;
      if (next instanceof HTMLElement) {
        if (next.tagName !== "A") next.tabIndex = -1;
        next.focus();
      }
    };
    listen(place, removed, again);
  }
  again();
}

if (document.getElementById("runs")) main();
