/**
 * Clocks next to the players: they run on between two messages of the table.
 *
 * @import {Show} from "./messages.js"
 */
import { make, setText } from "../../web/assets/page.js";

const INTERVAL_MS = 250;
const LOW_S = 30;

export class Clocks {
  /** @param {HTMLElement} list of the seats */
  constructor(list) {
    this.list = list;
    /** @type {Show | null} */
    this.lastShow = null;
    this.receivedAt = 0;
    setInterval(() => this.render(), INTERVAL_MS);
  }

  /** @param {Show} show */
  show(show) {
    this.lastShow = show;
    this.receivedAt = performance.now();
    this.render();
  }

  render() {
    const show = this.lastShow;
    if (!show || show.clocks.length === 0) return;
    const passed = (performance.now() - this.receivedAt) / 1000;
    show.seats.forEach((seat, number) => {
      const row = this.list.children[number];
      if (!row || seat.kind !== "person" || seat.bot) return;
      const isRunning = show.phase === "playing" && show.actor === number;
      const left = Math.max(0, (show.clocks[number] ?? 0) - (isRunning ? passed : 0));
      const old = row.querySelector(".clock");
      const clock = old instanceof HTMLElement ? old : make("span", "clock");
      if (!old) row.append(clock);
      setText(clock, formatTime(left));
      clock.ariaLabel = `${formatTime(left)} left`;
      clock.role = "timer";
      clock.classList.toggle("low", left < LOW_S);
    });
  }
}

/** @param {number} seconds */
export function formatTime(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
