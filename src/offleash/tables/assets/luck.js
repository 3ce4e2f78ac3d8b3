/**
 * Luck that can be checked: this browser's word, and everybody's with the seed at the end.
 *
 * @import {Fate, Request, Show} from "./messages.js"
 */
import { randomHex } from "./line.js";
import { make } from "../../web/assets/page.js";

const WORD = 16; // bytes

export class Luck {
  /** @param {HTMLElement} list @param {(request: Request) => void} ask */
  constructor(list, ask) {
    this.list = list;
    this.ask = ask;
    this.word = "";
    this.shown = "";
  }

  /** @param {Show} show */
  show(show) {
    this.speak(show);
    const facts = JSON.stringify([show.fate, show.seats.map((seat) => seat.name)]);
    if (facts === this.shown) return;
    this.shown = facts;
    this.list.replaceChildren(...rows(show));
  }

  /** Adds this browser's word, once, after the commitment was seen. @param {Show} show */
  speak(show) {
    const isDue = show.phase === "gathering" || show.phase === "words";
    if (!isDue || this.word || show.you < 0 || show.fate.words[show.you]) return;
    this.word = randomHex(WORD);
    this.ask({ do: "word", word: this.word });
  }
}

/** @param {Show} show */
function rows({ fate, seats }) {
  const said = seats.flatMap((seat, n) => {
    const word = fate.words[n];
    return word ? row(`Word of ${seat.name || seat.word}`, word) : [];
  });
  const seed = fate.seed ? row("The seed", fate.seed) : [];
  return [...row("SHA-256 of the seed", fate.commitment), ...said, ...seed];
}

/** @param {string} name @param {string} value */
function row(name, value) {
  return [make("dt", "", name), make("dd", "", make("code", "", value))];
}
