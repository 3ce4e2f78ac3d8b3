/**
 * Verifiable luck: promises this browser's word, shows it when everybody has promised one, and
 * checks that the others showed what they had promised before.
 *
 * @import {Fate, Request, Show} from "./messages.js"
 * @typedef {{word: string, promises: string[]}} Memory the word, and all promises that this page
 *   had seen when it showed the word
 */
import { randomHex } from "./connection.js";
import { seatName } from "./log.js";
import { sha256 } from "./sha256.js";
import { make } from "../../web/assets/page.js";

const WORD_BYTES = 16;

export class Luck {
  /** @param {HTMLElement} list @param {(request: Request) => void} ask */
  constructor(list, ask) {
    this.list = list;
    this.ask = ask;
    this.key = `offleash luck ${location.pathname}`; // so that a reloaded page knows its word
    /** @type {Memory} */
    this.memory = JSON.parse(sessionStorage.getItem(this.key) ?? '{"word":"","promises":[]}');
    this.requested = "";
    this.round = ""; // the seats that are without a word: then all others choose new ones
    this.renderedKey = "";
  }

  /** @param {Show} show */
  show(show) {
    this.addWord(show);
    const key = JSON.stringify([show.fate, show.seats.map((seat) => seat.name)]);
    if (key === this.renderedKey) return;
    this.renderedKey = key;
    this.list.replaceChildren(...rows(show, this.memory.promises));
  }

  /** Sends this browser's promise, and its word once every promise is here. @param {Show} show */
  addWord(show) {
    const { fate, you, phase } = show;
    if ((phase !== "gathering" && phase !== "words") || you < 0) return;
    if (fate.words[you] || fate.silent.includes(you)) return;
    const round = fate.silent.join(" ");
    if (round !== this.round) this.requested = "";
    this.round = round;
    if (!fate.promises[you]) return this.promise();
    if (phase !== "words" || fate.promises[you] !== sha256(this.memory.word)) return;
    const isComplete = show.seats.every(
      (seat, n) => seat.kind !== "person" || seat.bot || fate.silent.includes(n) || fate.promises[n],
    );
    if (!isComplete) return;
    this.remember({ ...this.memory, promises: fate.promises });
    this.request({ do: "word", word: this.memory.word });
  }

  /** A new word whenever words are promised: one that was shown must not be used again. */
  promise() {
    if (this.requested.includes('"promise"')) return;
    this.remember({ word: randomHex(WORD_BYTES), promises: [] });
    this.request({ do: "promise", promise: sha256(this.memory.word) });
  }

  /** Sends a request unless it was the last one. @param {Request} request */
  request(request) {
    const text = JSON.stringify(request);
    if (text === this.requested) return;
    this.requested = text;
    this.ask(request);
  }

  /** @param {Memory} memory */
  remember(memory) {
    this.memory = memory;
    sessionStorage.setItem(this.key, JSON.stringify(memory));
  }
}

/** @param {Show} show @param {string[]} promises that this page had seen before any word */
function rows({ fate, seats }, promises) {
  const words = seats.flatMap((seat, n) => {
    const [word, promise] = [fate.words[n], promises[n] || fate.promises[n]];
    const name = seatName(seat);
    const missing = fate.silent.includes(n) ? row(`Word of ${name}`, "did not arrive") : [];
    if (!word) return promise ? row(`Promise of ${name}`, promise) : missing;
    const isKept = !promise || sha256(word) === promise;
    return row(`Word of ${name}`, isKept ? word : `${word}: this is not what was promised`);
  });
  const seed = fate.seed ? row("The seed", fate.seed) : [];
  return [...row("SHA-256 of the seed", fate.commitment), ...words, ...seed];
}

/** @param {string} name @param {string} value */
function row(name, value) {
  return [make("dt", "", name), make("dd", "", make("code", "", value))];
}
