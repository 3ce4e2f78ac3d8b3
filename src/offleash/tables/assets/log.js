/**
 * The log of the game in words.
 *
 * @import {Line, Seat, Show} from "./messages.js"
 */
import { colourDot, make, setText } from "../../web/assets/page.js";

const HOVER_MS = 120; // until a line is shown on the board

export class Log {
  /**
   * @param {HTMLElement} list @param {HTMLElement} status a live region for the newest line
   * @param {(number: number | null) => void} recall shows an action on the board, or none
   */
  constructor(list, status, recall) {
    this.list = list;
    this.status = status;
    this.recall = recall;
    /** @type {number | undefined} */
    this.timer = undefined;
    for (const type of ["pointerover", "click"]) {
      list.addEventListener(type, (event) => this.point(event.target));
    }
    list.addEventListener("pointerleave", () => this.point(null));
    /** @type {Line[]} */
    this.lines = [];
  }

  /** Shows the line under the pointer on the board. @param {EventTarget | null} target */
  point(target) {
    clearTimeout(this.timer);
    const item = target instanceof Element ? target.closest("li") : null;
    const line = item ? this.lines[Array.from(this.list.children).indexOf(item)] : undefined;
    for (const old of this.list.querySelectorAll(".recalled")) old.classList.remove("recalled");
    if (!item || !line) return this.recall(null);
    item.classList.add("recalled");
    this.timer = setTimeout(() => this.recall(line.number), HOVER_MS);
  }

  /** Replaces the lines from `show.since` on. @param {Show} show */
  show(show) {
    this.lines = [...this.lines.slice(0, show.since), ...show.lines];
    const isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    while (this.list.children.length > show.since) this.list.lastElementChild?.remove();
    this.list.append(...show.lines.map((line) => listItem(line, show.seats)));
    if (isAtEnd) this.list.scrollTop = this.list.scrollHeight;
    const line = show.lines.at(-1);
    if (line) setText(this.status, lineText(line, show.seats));
  }
}

/** @param {Line} line @param {Seat[]} seats */
function listItem(line, seats) {
  const seat = seats[line.who];
  const item = make("li", line.kind);
  if (line.kind !== "move" || !seat) {
    item.append(line.text);
    return item;
  }
  item.append(...colourDot(seat), make("b", "", seatName(seat)), ` ${line.text}`);
  return item;
}

/** A line as plain text. @param {Line} line @param {Seat[]} seats */
function lineText(line, seats) {
  const seat = seats[line.who];
  return line.kind === "move" && seat ? `${seatName(seat)} ${line.text}` : line.text;
}

/** The player's name, or what the game calls an open seat. @param {Seat} seat */
export function seatName(seat) {
  return seat.name || seat.word;
}
