/**
 * Verifiable luck: sends this browser's word, and shows all words, and the seed at the end.
 *
 * @import {Fate, Request, Show} from "./messages.js"
 */
import { randomHex } from "./connection.js";
import { seatName } from "./log.js";
import { make } from "../../web/assets/page.js";

const WORD_BYTES = 16;

export class Luck {
  /** @param {HTMLElement} list @param {(request: Request) => void} ask */
  constructor(list, ask) {
    this.list = list;
    this.ask = ask;
    this.word = "";
    this.renderedKey = "";
  }

  /** @param {Show} show */
  show(show) {
    this.addWord(show);
    const key = JSON.stringify([show.fate, show.seats.map((seat) => seat.name)]);
    if (key === this.renderedKey) return;
    this.renderedKey = key;
    this.list.replaceChildren(...rows(show));
  }

  /** Sends this browser's word once, after it has received the commitment. @param {Show} show */
  addWord(show) {
    const isDue = show.phase === "gathering" || show.phase === "words";
    if (!isDue || this.word || show.you < 0 || show.fate.words[show.you]) return;
    this.word = randomHex(WORD_BYTES);
    this.ask({ do: "word", word: this.word });
  }
}

/** @param {Show} show */
function rows({ fate, seats }) {
  const words = seats.flatMap((seat, n) => {
    const word = fate.words[n];
    return word ? row(`Word of ${seatName(seat)}`, word) : [];
  });
  const seed = fate.seed ? row("The seed", fate.seed) : [];
  return [...row("SHA-256 of the seed", fate.commitment), ...words, ...seed];
}

/** @param {string} name @param {string} value */
function row(name, value) {
  return [make("dt", "", name), make("dd", "", make("code", "", value))];
}
