/** Games while you draw: starts them after a pause, and stops them at the next edit. */
import { DISCONNECTED, fetchEvents } from "./stream.js";
import { RequestError } from "./server.js";

/** A row of a group, with its 95 % interval and its change against the board before.
 * @typedef {object} Row
 * @property {string} name
 * @property {number} value
 * @property {number | null} low if known
 * @property {number | null} high
 * @property {number | null} before
 * @property {number | null} change
 * @property {number | null} change_low
 * @property {number | null} change_high
 */
/** @typedef {{key: string, name: string, is_share: boolean, rows: Row[]}} Group */
/** @typedef {[number, number, number]} Spot row, column and number */
/** @typedef {{key: string, name: string, unit: string, cells: Spot[], before: Spot[] | null}} Heat */
/** @typedef {{games: number, of: number, run: string, note?: string, groups: Group[], heat?: Heat[]}} Results */
/** The state of a trial.
 * @typedef {object} TrialState
 * @property {"off" | "waiting" | "playing" | "done" | "refused"} state
 * @property {string} why
 * @property {Results | null} results of this board; null until the first games are finished
 * @property {boolean} isCompared whether there is a board to compare with
 */

const START_DELAY_MS = 180; // after the check of a board; about 300 in total
const RETRY_DELAY_MS = 2000;
const MIN_COMPARABLE_GAMES = 500;
const STORAGE_KEY = "offleash/games"; // differs from the keys of all drafts
export const BEFORE = "before", SAVED = "saved";

export class Trial {
  /** @param {string} address of the project @param {() => string} saved the text of the saved board
   * @param {(state: TrialState) => void} onUpdate */
  constructor(address, saved, onUpdate) {
    this.address = address;
    this.saved = saved;
    this.onUpdate = onUpdate;
    this.isOn = !areGamesOff();
    this.basis = BEFORE;
    this.text = ""; // of the board to play
    this.why = ""; // the reason why it can't be played
    this.comparable = ""; // the last board with enough games to compare with
    this.before = ""; // the board before this edit
    this.isRefused = false; // by the server, which may accept it later
    this.controller = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Stops the games of a board that has changed. */
  stop() {
    clearTimeout(this.timer);
    this.controller.abort();
    this.text = "";
  }

  /** Sets a board that was checked. @param {string} text @param {string} why it can't be played, or "" */
  setBoard(text, why) {
    if (text === this.text && why === this.why) return; // only another view was requested
    this.stop();
    this.text = text;
    this.why = why;
    if (this.comparable && this.comparable !== text) this.before = this.comparable;
    this.start(START_DELAY_MS);
  }

  /** Resumes games that another page has stopped, when the user returns to this page. */
  resume() {
    if (this.isRefused) this.start(0);
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    storeGamesOff(!isOn);
    this.start(0);
  }

  /** @param {string} basis BEFORE or SAVED */
  compareWith(basis) {
    this.basis = basis;
    this.start(0);
  }

  /** The text of the board to compare with; null if there is no other board. */
  get other() {
    const text = this.basis === SAVED ? this.saved() : this.before;
    return text && text !== this.text ? text : null;
  }

  /** @param {number} delay in milliseconds */
  start(delay) {
    clearTimeout(this.timer);
    this.controller.abort();
    this.isRefused = false;
    if (!this.isOn) return this.report("off");
    if (this.why) return this.report("refused", this.why);
    if (!this.text) return;
    this.report("waiting");
    this.timer = setTimeout(() => this.play(), delay);
  }

  async play() {
    const { text, other } = this, controller = new AbortController();
    this.controller = controller;
    const body = { text, before: other };
    let results = /** @type {Results | null} */ (null);
    try {
      for await (const event of fetchEvents(`${this.address}/trial`, body, controller.signal)) {
        if (controller.signal.aborted) return;
        if (event.is === "waiting") this.report("waiting", event.why, results);
        if (event.is === "refused") {
          this.isRefused = true;
          return this.report("refused", event.why);
        }
        if (event.is === "done") return this.report("done", "", results);
        if (event.is !== "played") continue;
        results = { ...event, heat: event.heat ?? results?.heat };
        if (event.games >= MIN_COMPARABLE_GAMES) this.comparable = text;
        this.report("playing", "", results);
      }
      throw new RequestError(0, DISCONNECTED);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      this.report(error.status ? "refused" : "waiting", error.message, results);
      if (!error.status) this.timer = setTimeout(() => this.play(), RETRY_DELAY_MS);
    }
  }

  /** @param {TrialState["state"]} state @param {string} why @param {Results | null} results */
  report(state, why = "", results = null) {
    this.onUpdate({ state, why, results, isCompared: this.other !== null });
  }
}

/** Whether the user has turned games off in this browser. */
function areGamesOff() {
  try {
    return localStorage.getItem(STORAGE_KEY) === "off";
  } catch {
    return false;
  }
}

/** @param {boolean} isOff */
function storeGamesOff(isOff) {
  try {
    localStorage.setItem(STORAGE_KEY, isOff ? "off" : "on");
  } catch {
    // storage is disabled: the choice lasts as long as the page
  }
}
