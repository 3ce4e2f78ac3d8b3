/**
 * The line to the table: it comes back by itself, and nothing that was asked for gets lost.
 *
 * @import {Answer, Request, Show} from "./messages.js"
 * @typedef {{text: string, sent: number, times: number, answer: (answer: Answer) => void}} Open
 * @typedef {{show: (show: Show) => void, state: (isOpen: boolean, why: string) => void}} Hearers
 */

const PATIENCE = 2500; // ms until what is unanswered is said again
const FIRST_WAIT = 100; // ms until the line is tried anew, then longer each time
const LONG_WAIT = 500; // while the table is likely to come back soon
const LONGEST_WAIT = 3000;
const SOON = 60; // tries
const MOST_TIMES = 3; // said so often, the line is taken for dead
const TOO_MANY = 1008; // how a table closes the line to who says too much
const LAST = 4000; // from here on a closed line stays closed

/** Random bytes as hexadecimal digits. @param {number} bytes */
export function randomHex(bytes) {
  const made = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(made, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Line {
  /** @param {string} path of the socket @param {Hearers} hearers */
  constructor(path, hearers) {
    this.address = new URL(path, location.href);
    this.address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.hearers = hearers;
    /** @type {Map<string, Open>} what is not answered yet, by its id */
    this.open = new Map();
    this.wait = FIRST_WAIT;
    this.tries = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    addEventListener("online", () => this.retry());
    addEventListener("pageshow", () => this.retry());
    setInterval(() => this.sayAgain(), PATIENCE / 5);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      for (const open of this.open.values()) this.say(open);
    });
    socket.addEventListener("message", (event) => this.hear(event.data));
    socket.addEventListener("close", (event) => this.lost(socket, event));
  }

  /** Tries at once where a wait is under way. */
  retry() {
    if (this.timer !== undefined) this.connect();
  }

  /** @param {WebSocket} socket @param {CloseEvent} event */
  lost(socket, event) {
    if (this.socket !== socket) return;
    this.socket = null;
    const isLast = event.code >= LAST;
    this.hearers.state(false, isLast ? event.reason : "");
    if (isLast) return;
    const usual = this.wait * (0.75 + Math.random() / 2);
    const wait = event.code === TOO_MANY ? 3 * LONGEST_WAIT : usual;
    this.tries += 1;
    this.wait = Math.min(this.tries < SOON ? LONG_WAIT : LONGEST_WAIT, this.wait * 1.5);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** @param {string} text */
  hear(text) {
    /** @type {Answer | Show} */
    const said = JSON.parse(text);
    if (said.is === "show") {
      this.wait = FIRST_WAIT;
      this.tries = 0;
      this.hearers.state(true, "");
      this.hearers.show(said);
      return;
    }
    const open = this.open.get(said.id);
    this.open.delete(said.id);
    open?.answer(said);
  }

  /** Asks the table for something. @param {Request} request @returns {Promise<Answer>} */
  ask(request) {
    const id = randomHex(12);
    return new Promise((answer) => {
      const open = { text: JSON.stringify({ ...request, id }), sent: 0, times: 0, answer };
      this.open.set(id, open);
      this.say(open);
    });
  }

  /** @param {Open} open */
  say(open) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    open.sent = performance.now();
    open.times += 1;
    this.socket.send(open.text);
  }

  sayAgain() {
    const late = performance.now() - PATIENCE;
    for (const open of this.open.values()) {
      if (this.socket?.readyState !== WebSocket.OPEN || open.sent > late) continue;
      if (open.times >= MOST_TIMES) {
        open.times = 0;
        this.hangUp();
        return;
      }
      this.say(open);
    }
  }

  /** Leaves a line that nobody answers. */
  hangUp() {
    const socket = this.socket;
    if (socket === null) return;
    socket.close();
    this.lost(socket, new CloseEvent("close"));
  }
}
