/** Games while you draw: after a pause the board is played, and the next edit ends that. */
import { BROKEN, askForEvents } from "./stream.js";
import { Refused } from "./server.js";

/** A row of a group, with its 95 % interval and its change against the board before.
 * @typedef {object} Row
 * @property {string} name
 * @property {number} value
 * @property {number | null} low where that is known
 * @property {number | null} high
 * @property {number | null} before
 * @property {number | null} change
 * @property {number | null} change_low
 * @property {number | null} change_high
 */
/** @typedef {{key: string, name: string, is_share: boolean, rows: Row[]}} Group */
/** @typedef {[number, number, number]} Spot row, column and number */
/** @typedef {{key: string, name: string, unit: string, cells: Spot[], before: Spot[] | null}} Heat */
/** @typedef {{games: number, of: number, run: string, note?: string, groups: Group[], heat?: Heat[]}} Played */
/** What became of a trial: it waits, has played so much, is done, or can't be played.
 * @typedef {object} Told
 * @property {"off" | "waiting" | "playing" | "done" | "refused"} state
 * @property {string} why
 * @property {Played | null} played of this board; null until the first games are in
 * @property {boolean} isCompared whether there is a board to compare with
 */

const PAUSE = 180; // milliseconds after a board was found playable: together with the check about 300
const RETRY = 2000; // until a server that went away is asked again
const FAIR = 500; // games after which a board can be compared with
const KEY = "offleash/games"; // no project keeps its drafts under such a name
export const BEFORE = "before", SAVED = "saved";

export class Trial {
  /** @param {string} address of the project @param {() => string} saved the text of the saved board
   * @param {(told: Told) => void} tell */
  constructor(address, saved, tell) {
    this.address = address;
    this.saved = saved;
    this.tell = tell;
    this.isOn = !isKeptOff();
    this.basis = BEFORE;
    this.text = ""; // the board that is to be played, or is
    this.why = ""; // why it can't be
    this.fair = ""; // the last board that was played to a fair number of games
    this.before = ""; // and the one before this edit
    this.isRefused = false; // by the server: it may think otherwise later
    this.running = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The board has changed: what is being played is of no use any more. */
  stop() {
    clearTimeout(this.timer);
    this.running.abort();
    this.text = "";
  }

  /** A board that was checked. @param {string} text @param {string} why it can't be played, if so */
  meet(text, why) {
    if (text === this.text && why === this.why) return; // another view of it was asked for
    this.stop();
    this.text = text;
    this.why = why;
    if (this.fair && this.fair !== text) this.before = this.fair;
    this.begin(PAUSE);
  }

  /** Who comes back to the page sees its games again, where another page had taken its place. */
  resume() {
    if (this.isRefused) this.begin(0);
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    keepOff(!isOn);
    this.begin(0);
  }

  /** @param {string} basis what to compare with */
  compareWith(basis) {
    this.basis = basis;
    this.begin(0);
  }

  /** The text of the board to compare with; nothing where it is this one, or there is none. */
  get other() {
    const text = this.basis === SAVED ? this.saved() : this.before;
    return text && text !== this.text ? text : null;
  }

  /** @param {number} pause */
  begin(pause) {
    clearTimeout(this.timer);
    this.running.abort();
    this.isRefused = false;
    if (!this.isOn) return this.say("off");
    if (this.why) return this.say("refused", this.why);
    if (!this.text) return;
    this.say("waiting");
    this.timer = setTimeout(() => this.play(), pause);
  }

  async play() {
    const { text, other } = this, running = new AbortController();
    this.running = running;
    const body = { text, before: other };
    let played = /** @type {Played | null} */ (null);
    try {
      for await (const event of askForEvents(`${this.address}/trial`, body, running.signal)) {
        if (running.signal.aborted) return;
        if (event.is === "waiting") this.say("waiting", event.why, played);
        if (event.is === "refused") {
          this.isRefused = true;
          return this.say("refused", event.why);
        }
        if (event.is === "done") return this.say("done", "", played);
        if (event.is !== "played") continue;
        played = { ...event, heat: event.heat ?? played?.heat };
        if (event.games >= FAIR) this.fair = text;
        this.say("playing", "", played);
      }
      throw new Refused(0, BROKEN);
    } catch (error) {
      if (running.signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      this.say(error.status ? "refused" : "waiting", error.message, played);
      if (!error.status) this.timer = setTimeout(() => this.play(), RETRY);
    }
  }

  /** @param {Told["state"]} state @param {string} why @param {Played | null} played */
  say(state, why = "", played = null) {
    this.tell({ state, why, played, isCompared: this.other !== null });
  }
}

/** Whether the person has turned games off in this browser. */
function isKeptOff() {
  try {
    return localStorage.getItem(KEY) === "off";
  } catch {
    return false;
  }
}

/** @param {boolean} isOff */
function keepOff(isOff) {
  try {
    localStorage.setItem(KEY, isOff ? "off" : "on");
  } catch {
    // a browser that keeps nothing: it lasts as long as the page
  }
}
