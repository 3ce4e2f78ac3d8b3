/** The list of runs: updated while one is played, with the actions of each run. */

import { element, setText } from "../../../web/assets/page.js";
import { RequestError, fetchJson } from "../server.js";

/**
 * @typedef {object} Run
 * @property {string} name @property {string} title @property {string} kind @property {string} status
 * @property {number} games @property {number} of @property {number} share @property {string} note
 * @property {string} verdict @property {string} sentence @property {boolean} has_report @property {boolean} can_go_on
 */

const POLL_INTERVAL_MS = 1500;
let actionCount = 0; // actions that were answered

/** @param {Run} run */
export const isActive = (run) => run.status === "waiting" || run.status === "playing";

/** @param {Run} run */
function describeResult(run) {
  return run.status === "done" ? run.verdict : run.sentence || run.note;
}

/** @param {Run} run */
function describeCount(run) {
  if (!run.of) return "";
  const most = ["compare", "tune", "propose"].includes(run.kind) ? "at most " : "";
  const of = run.status === "done" ? "" : ` of ${most}${run.of.toLocaleString("en")}`;
  return `${run.games.toLocaleString("en")}${of} games`;
}

/** Shows the state of a run. @param {HTMLElement} place @param {Run} run */
export function fill(place, run) {
  place.dataset.status = run.status;
  const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (place.querySelector(selector));
  const status = part(".status");
  setText(status, run.status);
  status.className = `status ${run.status}`;
  const bar = /** @type {HTMLProgressElement} */ (part("progress"));
  bar.value = run.share;
  bar.hidden = run.status === "done";
  setText(part(".count"), describeCount(run));
  setText(part(".known"), describeResult(run));
  part(".known").classList.toggle("wrong", Boolean(run.sentence) && run.status !== "done");
  setText(part('[data-do="go-on"] .word'), run.status === "done" ? "Write the report" : "Go on");
  showAction(place, "stop", isActive(run));
  showAction(place, "go-on", run.can_go_on);
}

/** Shows or hides a button, and moves the focus from a hidden one to another.
 * @param {HTMLElement} place @param {string} action @param {boolean} isVisible */
function showAction(place, action, isVisible) {
  const form = /** @type {HTMLElement} */ (place.querySelector(`[data-do="${action}"]`));
  if (!isVisible && form.contains(document.activeElement)) {
    queueMicrotask(() => {
      const button = place.querySelector(".actions form:not([hidden]) button");
      if (button instanceof HTMLElement) button.focus();
    });
  }
  form.hidden = !isVisible;
}

/** @param {string} text */
function showMessage(text) {
  setText(element("message", HTMLElement), text);
}

/** Asks whether to remove a run. @param {string} title @returns {Promise<boolean>} */
function confirmRemoval(title) {
  const dialog = element("sure", HTMLDialogElement);
  setText(element("sure-name", HTMLElement), title);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Makes the buttons of a run work without leaving the page.
 * @param {HTMLElement} place @param {() => void} onRemove @param {() => void} onChange */
export function listen(place, onRemove, onChange) {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (place.querySelectorAll("form[data-do]"))) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const title = place.dataset.title || place.dataset.name || "";
      if (form.dataset.do === "remove" && !(await confirmRemoval(title))) return;
      try {
        const run = await fetchJson(form.action, {});
        actionCount += 1;
        showMessage("");
        if (form.dataset.do === "remove") return onRemove();
        fill(place, run);
        onChange();
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        showMessage(error.message);
      }
    });
  }
}

/** Polls while the page is visible, until `show` returns false. States that were requested before an
 * action was answered may be older than its answer: they are not shown.
 * @template T @param {() => Promise<T>} request @param {(states: T) => boolean} show */
export function startPolling(request, show) {
  let isRunning = false;
  const poll = async () => {
    if (isRunning || document.hidden) return;
    isRunning = true;
    const countBefore = actionCount;
    let shouldContinue = true;
    try {
      const states = await request();
      if (countBefore === actionCount) shouldContinue = show(states);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (countBefore === actionCount) {
        showMessage(error.message);
        shouldContinue = error.status === 0; // the server may restart
      }
    } finally {
      isRunning = false;
    }
    if (shouldContinue) setTimeout(poll, POLL_INTERVAL_MS);
  };
  document.addEventListener("visibilitychange", poll);
  return poll;
}

function main() {
  const list = element("runs", HTMLUListElement);
  const places = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("li.run")]);

  const request = async () => {
    /** @type {Run[]} */
    const active = await fetchJson("/lab/runs?under_way");
    const names = new Set(active.map((run) => run.name));
    /** @type {Run[]} */
    const ended = [];
    for (const { dataset: { name = "", status = "" } } of places()) {
      const hasEnded = ["waiting", "playing"].includes(status) && !names.has(name);
      if (hasEnded) ended.push(await fetchJson(`/lab/runs/${name}`));
    }
    return { active, ended };
  };

  const show = (/** @type {{active: Run[], ended: Run[]}} */ { active, ended }) => {
    showMessage("");
    const byName = new Map([...active, ...ended].map((run) => [run.name, run]));
    for (const place of places()) {
      const run = byName.get(place.dataset.name ?? "");
      if (run) fill(place, run);
    }
    return active.length > 0;
  };

  const poll = startPolling(request, show);
  for (const place of places()) {
    const onRemove = () => {
      const next = place.nextElementSibling?.querySelector("a") ?? document.getElementById("runs-title");
      place.remove();
      element("none", HTMLElement).hidden = list.children.length > 0;
      if (next instanceof HTMLElement) {
        if (next.tagName !== "A") next.tabIndex = -1;
        next.focus();
      }
    };
    listen(place, onRemove, poll);
  }
  poll();
}

if (document.getElementById("runs")) main();
