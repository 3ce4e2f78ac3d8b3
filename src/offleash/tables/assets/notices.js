/**
 * Notices near the board: chance outcomes, refusals, and the state of the connection.
 */
import { make, setText } from "../../web/assets/page.js";

const CHANCE_MS = 1400; // how long a chance outcome is shown
const QUEUED_CHANCE_MS = 600; // if others are queued
const REFUSAL_MS = 6000;
const MAX_ITEMS = 6; // of one kind: more would cover the board
const MAX_QUEUED = 3; // older ones are in the log

export class Notices {
  /** @param {HTMLElement} chance @param {HTMLElement} refusal @param {HTMLElement} status */
  constructor(chance, refusal, status) {
    this.box = chance;
    this.refusal = refusal;
    this.status = status;
    /** @type {string[]} */
    this.queue = [];
    this.isShowing = false;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Shows simultaneous chance outcomes together. @param {string[]} texts */
  showChance(texts) {
    if (texts.length === 0) return;
    this.queue = [...this.queue, joinTexts(texts)].slice(-MAX_QUEUED);
    if (!this.isShowing) this.showNext();
  }

  /** Removes the chance outcomes, so that they don't cover the board. */
  clear() {
    this.queue = [];
    this.box.replaceChildren();
  }

  showNext() {
    const text = this.queue.shift();
    this.isShowing = text !== undefined;
    this.box.replaceChildren();
    if (text === undefined) return;
    this.box.append(make("span", "luck", text));
    setTimeout(() => this.showNext(), this.queue.length > 0 ? QUEUED_CHANCE_MS : CHANCE_MS);
  }

  /** Shows why a request was refused. @param {string} why */
  showRefusal(why) {
    clearTimeout(this.timer);
    setText(this.refusal, why);
    this.timer = setTimeout(() => setText(this.refusal, ""), REFUSAL_MS);
  }

  /** @param {string} why empty if connected */
  showConnectionState(why) {
    setText(this.status, why);
  }
}

/** Joins sentences. @param {string[]} texts */
function joinTexts(texts) {
  const more = texts.length > MAX_ITEMS ? " …" : "";
  return texts.slice(0, MAX_ITEMS).join(" · ") + more;
}
