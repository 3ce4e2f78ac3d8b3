/**
 * This browser's chain for live luck: see play/live_luck.py.
 *
 * The secret stays in this browser; each draw takes one link, and the page shows it only for the
 * next draw in order, never twice for different games.
 *
 * @import {DrawDue, Show} from "./messages.js"
 * @import {Receipt} from "./receipt.js"
 */
import { randomHex } from "./connection.js";
import { sha256, sha256Hex } from "./sha256.js";

const LENGTH = 4096;
const SECRET_BYTES = 32;
const PREFIX = "offleash chain ";

/** The link so many places before another. @param {string} link @param {number} steps */
export function stepBack(link, steps) {
  for (let step = 0; step < steps; step++) link = sha256Hex(link);
  return link;
}

/** The first link of a chain. @param {string} secret */
export const anchorOf = (secret) => stepBack(secret, LENGTH);

/** Which link of each chain belongs to a draw. @param {number} draw */
export const numberOfLink = (draw) => Math.min(draw + 1, LENGTH);

export class Chain {
  /** @param {Receipt} receipt */
  constructor(receipt) {
    this.receipt = receipt;
    this.key = PREFIX + receipt.memory.table;
    /** @type {string[]} each link by its number, once they are needed */
    this.links = [];
  }

  get secret() {
    return localStorage.getItem(this.key);
  }

  /** The anchor to promise for a seat; the secret is made here. @param {number} seat */
  promise(seat) {
    const secret = this.secret ?? randomHex(SECRET_BYTES);
    localStorage.setItem(this.key, secret);
    const anchor = this.link(0);
    this.receipt.startChain(anchor, seat);
    return anchor;
  }

  /** @param {number} number */
  link(number) {
    if (this.links.length === 0) {
      let link = this.secret ?? "";
      for (let place = LENGTH; place >= 0; place--) {
        this.links[place] = link;
        link = sha256Hex(link);
      }
    }
    return this.links[number] ?? "";
  }

  /** The link for a draw, or nothing if it must not be shown. @param {DrawDue} due @param {Show} show */
  answer(due, show) {
    if (!this.secret || !this.receipt.showLink(due, show.fate.promises)) return null;
    return this.link(numberOfLink(due.draw));
  }
}

/** What is remembered of all marks. @param {string} memory @param {DrawDue} due */
export const rememberMark = (memory, due) => sha256(`${memory} ${due.draw} ${due.mark}`);
