/**
 * Verifiable luck: promises this browser's word, shows it when everybody has promised one, and
 * checks that the others showed what they had promised before.
 *
 * At a table with live luck it promises a chain instead, and shows a link for each draw.
 * It shows at most one word at a table, and none once something is not as it remembers.
 *
 * @import {DrawDue, Request, Show} from "./messages.js"
 */
import { Chain } from "./chain.js";
import { randomHex } from "./connection.js";
import { seatName } from "./log.js";
import { Receipt } from "./receipt.js";
import { sha256 } from "./sha256.js";
import { download, make, setText } from "../../web/assets/page.js";

const WORD_BYTES = 16;

export class Luck {
  /**
   * @param {HTMLElement} list @param {HTMLElement} alarm @param {HTMLElement} save a button
   * @param {(request: Request) => void} ask
   */
  constructor(list, alarm, save, ask) {
    this.list = list;
    this.alarm = alarm;
    this.ask = ask;
    const table = location.pathname.split("/").at(-1) ?? "";
    this.receipt = new Receipt(decodeURIComponent(table));
    save.addEventListener("click", () => {
      const file = new Blob([this.receipt.text()], { type: "application/json" });
      download(`receipt-${table}.json`, file);
    });
    this.chain = new Chain(this.receipt);
    /** @type {Show | null} */
    this.lastShow = null;
    this.requested = "";
    this.round = ""; // the seats that are without a word: then all others choose new ones
    this.renderedKey = "";
  }

  /** @param {Show} show */
  show(show) {
    this.lastShow = show;
    this.receipt.see(show);
    setText(this.alarm, this.receipt.memory.faults.join(" "));
    if (this.receipt.memory.faults.length === 0) this.addWord(show);
    const key = JSON.stringify([show.fate, show.seats.map((seat) => seat.name)]);
    if (key === this.renderedKey) return;
    this.renderedKey = key;
    this.list.replaceChildren(...rows(show));
  }

  /** Sends this browser's promise, and its word once every promise is here. @param {Show} show */
  addWord(show) {
    const { fate, you, phase } = show;
    if ((phase !== "gathering" && phase !== "words") || you < 0) return;
    if (fate.words[you] || fate.silent.includes(you)) return;
    const round = fate.silent.join(" ");
    if (round !== this.round) this.requested = "";
    this.round = round;
    if (!fate.promises[you]) return fate.live ? this.promiseChain(you) : this.promise(you);
    if (fate.live) return;
    const given = this.receipt.find(fate.promises[you]);
    if (phase !== "words" || !given) return;
    const isComplete = show.seats.every(
      (seat, n) => seat.kind !== "person" || seat.bot || fate.silent.includes(n) || fate.promises[n],
    );
    if (!isComplete) return;
    if (given.promises.length === 0) this.receipt.show(given, fate.promises);
    this.request({ do: "word", word: given.word });
  }

  /** Promises a word, unless one has been shown. @param {number} seat */
  promise(seat) {
    if (this.requested.includes('"promise"') || this.receipt.hasShown) return;
    const word = randomHex(WORD_BYTES);
    this.receipt.promise(word, seat);
    this.request({ do: "promise", promise: sha256(word) });
  }

  /** @param {number} seat */
  promiseChain(seat) {
    this.request({ do: "promise", promise: this.chain.promise(seat) });
  }

  /** The link for a draw, or nothing if it must not be shown. @param {DrawDue} due */
  link(due) {
    const link = this.lastShow && this.chain.answer(due, this.lastShow);
    setText(this.alarm, this.receipt.memory.faults.join(" "));
    return link;
  }

  /** The secret of the chain, if the game goes on with it: its player leaves. */
  get remainder() {
    const shows = this.lastShow?.fate.live && this.lastShow.phase === "playing";
    return shows && this.receipt.memory.chain?.count ? this.chain.secret : null;
  }

  /** Sends a request unless it was the last one. @param {Request} request */
  request(request) {
    const text = JSON.stringify(request);
    if (text === this.requested) return;
    this.requested = text;
    this.ask(request);
  }
}

/** @param {Show} show */
function rows({ fate, seats }) {
  const words = seats.flatMap((seat, n) => {
    const [word, promise, name] = [fate.words[n], fate.promises[n], seatName(seat)];
    if (word) return row(`Word of ${name}`, word);
    if (fate.silent.includes(n)) return row(`${fate.live ? "Chain" : "Word"} of ${name}`, "did not arrive");
    return promise ? row(`${fate.live ? "Start of the chain" : "Promise"} of ${name}`, promise) : [];
  });
  const seed = fate.seed ? row(fate.live ? "Secret of the server" : "The seed", fate.seed) : [];
  const title = fate.live ? "Start of the server's chain" : "SHA-256 of the seed";
  return [...row(title, fate.commitment), ...words, ...seed];
}

/** @param {string} name @param {string} value */
function row(name, value) {
  return [make("dt", "", name), make("dd", "", make("code", "", value))];
}
