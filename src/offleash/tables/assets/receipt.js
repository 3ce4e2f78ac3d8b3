/**
 * What this page saw and contributed to the luck of its table, kept in this browser: the server
 * writes the record of a game, so only this memory shows whether the record was changed.
 * `offleash verify --receipt` reads it: keep in step with play/receipt.py.
 *
 * @import {DrawDue, Fate, Show} from "./messages.js"
 * @typedef {{word: string, promises: string[], seat: number}} OwnWord a promised word, and all
 *   promises that the page had seen when it showed the word; none: it has not been shown
 * @typedef {{anchor: string, seat: number, anchors: string[], count: number, memory: string,
 *   mark: string}} OwnChain at a table with live luck; the secret is in chain.js
 * @typedef {{format: string, table: string, commitment: string, own_words: OwnWord[],
 *   words: string[], seed: string, faults: string[], chain: OwnChain | null}} Memory
 */
import { anchorOf, rememberMark } from "./chain.js";
import { seatName } from "./log.js";
import { sha256, sha256Hex } from "./sha256.js";

const FORMAT = "offleash receipt 1";
const PREFIX = "offleash receipt ";
const MAX_RECEIPTS = 300; // in this browser: the oldest go first
const DURING = ["playing", "over"];

/** What this browser remembers of a table, or null. @param {string} table @returns {Memory | null} */
export function recall(table) {
  const text = localStorage.getItem(PREFIX + table);
  return text === null ? null : JSON.parse(text);
}

export class Receipt {
  /** @param {string} table its id */
  constructor(table) {
    const empty = { format: FORMAT, table, commitment: "", own_words: [], words: [], seed: "" };
    /** @type {Memory} */
    this.memory = recall(table) ?? { ...empty, faults: [], chain: null };
  }

  get hasShown() {
    return this.memory.own_words.some((given) => given.promises.length > 0);
  }

  /** Remembers what is seen first, and notes what then changed. @param {Show} show */
  see(show) {
    const { fate, phase } = show;
    this.memory = recall(this.memory.table) ?? this.memory; // another tab may have added to it
    const { memory } = this;
    if (memory.commitment === "") memory.commitment = fate.commitment;
    if (DURING.includes(phase) && memory.words.length === 0) memory.words = fate.words;
    if (fate.seed && !memory.seed) memory.seed = fate.seed;
    const faults = findFaults(memory, show);
    if (faults.length > 0) memory.faults = [...new Set([...memory.faults, ...faults])];
    this.save();
  }

  /** A new word for a seat. @param {string} word @param {number} seat */
  promise(word, seat) {
    this.memory.own_words.push({ word, promises: [], seat });
    this.save();
  }

  /** The own word that was promised by this digest. @param {string | undefined} promise */
  find(promise) {
    return this.memory.own_words.find((given) => sha256(given.word) === promise);
  }

  /** A word is about to be shown, after these promises. @param {OwnWord} given @param {string[]} promises */
  show(given, promises) {
    given.promises = promises;
    this.save();
  }

  /** The page has a chain, of which no link was shown. @param {string} anchor @param {number} seat */
  startChain(anchor, seat) {
    if (this.memory.chain?.count) return;
    this.memory.chain = { anchor, seat, anchors: [], count: 0, memory: "", mark: "" };
    this.save();
  }

  /** Notes that a link is about to be shown; returns whether it may be. @param {DrawDue} due @param {string[]} anchors */
  showLink(due, anchors) {
    this.memory = recall(this.memory.table) ?? this.memory; // another tab may have shown it
    const { chain, faults } = this.memory;
    if (!chain || faults.length > 0) return false;
    if (due.draw < chain.count - 1) return false; // another tab was quicker; nobody needs it now
    const fault = faultOfDraw(chain, due, anchors);
    if (fault) {
      this.memory.faults = [...faults, fault];
    } else if (due.draw === chain.count) {
      if (chain.count === 0) chain.anchors = anchors;
      chain.memory = rememberMark(chain.memory, due);
      chain.mark = due.mark;
      chain.count += 1;
    }
    this.save();
    return !fault;
  }

  save() {
    const { table } = this.memory;
    const text = this.text();
    if (localStorage.getItem(PREFIX + table) === text) return;
    const stored = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    if (stored.length >= MAX_RECEIPTS && !stored.includes(PREFIX + table)) forgetOldest(stored);
    localStorage.setItem(PREFIX + table, text);
    localStorage.setItem(`${PREFIX}order`, JSON.stringify(nextOrder(table)));
  }

  text() {
    return `${JSON.stringify(this.memory, null, 1)}\n`;
  }
}

/** The tables in the order in which they were first seen. @param {string} table */
function nextOrder(table) {
  /** @type {string[]} */
  const order = JSON.parse(localStorage.getItem(`${PREFIX}order`) ?? "[]");
  return order.includes(table) ? order : [...order, table];
}

/** @param {string[]} stored */
function forgetOldest(stored) {
  /** @type {string[]} */
  const order = JSON.parse(localStorage.getItem(`${PREFIX}order`) ?? "[]");
  const oldest = order.shift();
  if (oldest !== undefined) localStorage.removeItem(PREFIX + oldest);
  else for (const key of stored) localStorage.removeItem(key);
  localStorage.setItem(`${PREFIX}order`, JSON.stringify(order));
}

/** Why a link must not be shown. @param {OwnChain} chain @param {DrawDue} due @param {string[]} anchors */
function faultOfDraw(chain, due, anchors) {
  if (due.seat !== chain.seat || anchors[chain.seat] !== chain.anchor) {
    return "The server changed the start of this page's chain.";
  }
  if (due.draw === chain.count - 1 && due.mark !== chain.mark) {
    return "The server asked twice for the same link, with different games: it may have known the luck before a move.";
  }
  if (due.draw > chain.count) {
    return "The server asked for a link out of order: it may have known the luck before a move.";
  }
  return "";
}

/** What is not as this page remembers it. @param {Memory} memory @param {Show} show */
function findFaults(memory, show) {
  const { fate, seats, phase } = show;
  const faults = [];
  if (fate.commitment !== memory.commitment) {
    faults.push(
      "The server shows another commitment than at first: it may have chosen the luck when it knew your word.",
    );
  }
  const commitmentOf = fate.live ? anchorOf : sha256Hex;
  if (memory.seed && commitmentOf(memory.seed) !== memory.commitment) {
    faults.push("The seed is not the one to which the server had committed itself.");
  }
  if (DURING.includes(phase) && fate.words.join() !== memory.words.join()) {
    faults.push("The server changed the words, or their order, after the game had begun.");
  }
  const names = seats.map((seat) => seatName(seat));
  const { chain } = memory;
  if (chain?.count && fate.promises.join() !== chain.anchors.join()) {
    faults.push("The server changed the start of a chain after this page had shown a link.");
  }
  return [...faults, ...droppedWords(memory, show, names), ...brokenPromises(memory, fate, names)];
}

/** @param {Memory} memory @param {Show} show @param {string[]} names */
function droppedWords(memory, { fate, phase }, names) {
  const shown = memory.own_words.filter((given) => given.promises.length > 0);
  const isOnItsWay = (/** @type {OwnWord} */ given) =>
    phase === "words" && fate.promises[given.seat] === sha256(given.word) && !fate.words[given.seat];
  const dropped = shown.filter((given) => fate.words[given.seat] !== given.word && !isOnItsWay(given));
  if (dropped.length === 0) return [];
  const whose = fate.silent.map((seat) => names[seat] ?? "").join(" and ");
  const reason = whose ? `which says that the word of ${whose} was missing` : "which does not say why";
  const times = dropped.length === 1 ? "once" : `${dropped.length} times`;
  return [`Your word was dropped ${times} by the server, ${reason}.`];
}

/** @param {Memory} memory @param {Fate} fate @param {string[]} names */
function brokenPromises(memory, fate, names) {
  const promises = memory.own_words.findLast((given) => given.promises.length > 0)?.promises ?? [];
  return promises.flatMap((promise, seat) => {
    if (!promise) return [];
    const [word, now] = [fate.words[seat], fate.promises[seat]];
    if (word && sha256(word) !== promise) {
      return [`The word of ${names[seat]} is not the one that was promised before you showed yours.`];
    }
    return now === promise ? [] : [`The promise of ${names[seat]} changed after you had shown your word.`];
  });
}
