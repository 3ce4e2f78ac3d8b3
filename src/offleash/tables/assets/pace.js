/**
 * Shows what others did at a pace that people can follow: one move after another.
 *
 * Messages of the table are differences, so each is shown, in order; only the time varies.
 *
 * @import {Show} from "./messages.js"
 */

const MOVE_MS = 750; // for a move of another player, until the next is shown
const MAX_WAITING = 6; // with more, those that wait are shown at once

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Pace {
  /** @param {(show: Show) => void} present */
  constructor(present) {
    this.present = present;
    /** @type {Show[]} */
    this.queue = [];
    /** @type {number | undefined} */
    this.timer = undefined;
    this.busyUntil = 0;
    addEventListener("visibilitychange", () => this.flush());
    // Nobody who wants to go on has to wait.
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => this.flush(), true);
  }

  /** @param {Show} show */
  receive(show) {
    this.queue.push(show);
    const isInstant = reducedMotion.matches || document.hidden || show.picture.whole;
    if (isInstant || this.queue.length > MAX_WAITING) this.flush();
    else this.advance();
  }

  /** Shows everything that waits. */
  flush() {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const show of this.queue.splice(0)) this.presentNow(show);
    this.busyUntil = 0;
  }

  advance() {
    if (this.timer !== undefined) return;
    while (this.queue.length > 0) {
      const wait = this.busyUntil - performance.now();
      if (wait > 0) {
        this.timer = setTimeout(() => {
          this.timer = undefined;
          this.advance();
        }, wait);
        return;
      }
      const show = this.queue.shift();
      if (show) this.presentNow(show);
    }
  }

  /** @param {Show} show */
  presentNow(show) {
    this.present(show);
    // From here on people can see it: a slow device takes a while to get here.
    const hasNewMove = show.lines.some((line) => line.kind === "move" && line.who !== show.you);
    if (hasNewMove && !show.picture.whole) this.busyUntil = performance.now() + MOVE_MS;
  }
}
