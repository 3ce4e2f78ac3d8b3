/**
 * The log of a replay: a click on a line goes to its moment.
 *
 * @import {Line} from "./messages.js"
 */
import { colourDot, make } from "../../web/assets/page.js";

export class ReplayLog {
  /** @param {HTMLElement} list @param {(at: number) => void} go */
  constructor(list, go) {
    this.list = list;
    this.go = go;
    this.names = (list.dataset.seats ?? "").split("\n");
    this.colours = (list.dataset.colours ?? "").split("\n");
    /** @type {Line[]} */
    this.lines = [];
    list.addEventListener("click", (event) => this.onClick(event));
    list.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {Line[]} lines */
  show(lines) {
    this.lines = lines;
    this.list.replaceChildren(...lines.map((line, index) => this.listItem(line, index)));
  }

  /** @param {Line} line @param {number} index */
  listItem(line, index) {
    const item = make("li", line.kind);
    item.id = `line-${index}`;
    item.setAttribute("role", "option");
    const colour = this.colours[line.who];
    if (line.kind === "move" && colour !== undefined) {
      const name = make("b", "", this.names[line.who] ?? "");
      item.append(...colourDot({ colour }), name, ` ${line.text}`);
    } else {
      item.append(line.text);
    }
    return item;
  }

  /** The start, the moments after decisions, and the end. @param {number} length */
  stops(length) {
    const decisions = this.lines.filter((line) => line.kind === "move");
    return [...new Set([0, ...decisions.map((line) => line.number + 1), length])];
  }

  /** The action before a moment, as plain text. @param {number} at */
  describe(at) {
    const line = this.lines[this.indexOf(at)];
    if (!line) return "The beginning";
    const name = line.kind === "news" ? undefined : this.names[line.who];
    return name === undefined ? line.text : `${name} ${line.text}`;
  }

  /** The index of the first line of the last action before a moment. @param {number} at */
  indexOf(at) {
    const last = this.lines.findLast((line) => line.number < at);
    return last ? this.lines.findIndex((line) => line.number === last.number) : -1;
  }

  /** Selects the line of a moment. @param {number} at */
  mark(at) {
    for (const item of this.list.querySelectorAll("[aria-selected]")) {
      item.removeAttribute("aria-selected");
    }
    const item = this.list.children[this.indexOf(at)];
    if (!(item instanceof HTMLElement)) {
      this.list.removeAttribute("aria-activedescendant");
      this.list.scrollTop = 0;
      return;
    }
    item.setAttribute("aria-selected", "true");
    this.list.setAttribute("aria-activedescendant", item.id);
    const top = item.offsetTop;
    if (top < this.list.scrollTop || top > this.list.scrollTop + this.list.clientHeight - 40) {
      this.list.scrollTop = top - this.list.clientHeight / 2;
    }
  }

  /** @param {Event} event */
  onClick(event) {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    const line = item ? this.lines[Array.from(this.list.children).indexOf(item)] : undefined;
    if (line) this.go(line.number + 1);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const selected = this.list.querySelector("[aria-selected]");
    let index = selected ? Array.from(this.list.children).indexOf(selected) : -1;
    const number = this.lines[index]?.number;
    do index += step;
    while (this.lines[index] && this.lines[index]?.number === number);
    const line = this.lines[index];
    if (line) this.go(line.number + 1);
    else if (step < 0) this.go(0);
  }
}
