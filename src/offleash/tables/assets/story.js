/**
 * The game in words beside its replay: a list whose lines lead to their moment.
 *
 * @import {Line} from "./messages.js"
 */
import { dotOf, make } from "../../web/assets/page.js";

export class Story {
  /** @param {HTMLElement} list @param {(at: number) => void} go */
  constructor(list, go) {
    this.list = list;
    this.go = go;
    this.names = (list.dataset.seats ?? "").split("\n");
    this.words = (list.dataset.words ?? "").split("\n");
    /** @type {Line[]} */
    this.lines = [];
    list.addEventListener("click", (event) => this.clicked(event));
    list.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** @param {Line[]} lines */
  show(lines) {
    this.lines = lines;
    this.list.replaceChildren(...lines.map((line, place) => this.entry(line, place)));
  }

  /** @param {Line} line @param {number} place */
  entry(line, place) {
    const item = make("li", line.kind);
    item.id = `line-${place}`;
    item.setAttribute("role", "option");
    const word = this.words[line.who];
    if (line.kind === "move" && word !== undefined) {
      item.append(...dotOf({ word }), make("b", "", `${this.names[line.who]}:`), ` ${line.text}`);
    } else {
      item.append(line.text);
    }
    return item;
  }

  /** Moments after a decision, and both ends. @param {number} length */
  stops(length) {
    const decided = this.lines.filter((line) => line.kind === "move");
    return [...new Set([0, ...decided.map((line) => line.number + 1), length])];
  }

  /** What led to a moment, as it is read out. @param {number} at */
  said(at) {
    const line = this.lines[this.placeOf(at)];
    if (!line) return "The beginning";
    const name = line.kind === "news" ? undefined : this.names[line.who];
    return name === undefined ? line.text : `${name}: ${line.text}`;
  }

  /** The first line of the last action before a moment. @param {number} at */
  placeOf(at) {
    const last = this.lines.findLast((line) => line.number < at);
    return last ? this.lines.findIndex((line) => line.number === last.number) : -1;
  }

  /** Marks where the replay is. @param {number} at */
  mark(at) {
    for (const old of this.list.querySelectorAll("[aria-selected]")) {
      old.removeAttribute("aria-selected");
    }
    const item = this.list.children[this.placeOf(at)];
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
  clicked(event) {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    const line = item ? this.lines[Array.from(this.list.children).indexOf(item)] : undefined;
    if (line) this.go(line.number + 1);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = this.list.querySelector("[aria-selected]");
    let place = now ? Array.from(this.list.children).indexOf(now) : -1;
    const here = this.lines[place]?.number;
    do place += step;
    while (this.lines[place] && this.lines[place]?.number === here);
    const line = this.lines[place];
    if (line) this.go(line.number + 1);
    else if (step < 0) this.go(0);
  }
}
