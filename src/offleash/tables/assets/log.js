/**
 * The game in words: who did what, and what became known by it.
 *
 * @import {Line, Seat, Show} from "./messages.js"
 */
import { dotOf, make, setText } from "../../web/assets/page.js";

export class Log {
  /** @param {HTMLElement} list @param {HTMLElement} last a live region for the newest line */
  constructor(list, last) {
    this.list = list;
    this.last = last;
    /** @type {Line[]} */
    this.lines = [];
  }

  /** Takes what was sent. @param {Show} show @returns {Line[]} the lines that are new */
  show(show) {
    this.lines = [...this.lines.slice(0, show.since), ...show.lines];
    const isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    while (this.list.children.length > show.since) this.list.lastElementChild?.remove();
    this.list.append(...show.lines.map((line) => entry(line, show.seats)));
    if (isAtEnd) this.list.scrollTop = this.list.scrollHeight;
    const newest = show.lines.at(-1);
    if (newest) setText(this.last, said(newest, show.seats));
    return show.lines;
  }
}

/** @param {Line} line @param {Seat[]} seats */
function entry(line, seats) {
  const seat = seats[line.who];
  const item = make("li", line.kind);
  if (line.kind !== "move" || !seat) {
    item.append(line.text);
    return item;
  }
  item.append(...dotOf(seat), make("b", "", `${nameOf(seat)}:`), ` ${line.text}`);
  return item;
}

/** A line as it is read out. @param {Line} line @param {Seat[]} seats */
export function said(line, seats) {
  const seat = seats[line.who];
  return line.kind === "move" && seat ? `${nameOf(seat)}: ${line.text}` : line.text;
}

/** What to call who sits there. @param {Seat} seat */
export function nameOf(seat) {
  return seat.name && seat.kind === "person" ? seat.name : seat.word;
}
