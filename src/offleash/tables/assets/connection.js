/**
 * The WebSocket to the table: it reconnects by itself and resends unanswered requests.
 *
 * @import {Answer, DrawDue, Request, Show} from "./messages.js"
 * @typedef {{text: string, sentAt: number, sends: number,
 *   answer: (answer: Answer) => void}} Pending
 * @typedef {{show: (show: Show) => void, draw: (due: DrawDue) => void,
 *   state: (isOpen: boolean, why: string) => void}} Listeners
 */

const RESEND_AFTER_MS = 2500; // without an answer
const MAX_SENDS = 3; // of one request, then the connection is considered dead
const MIN_DELAY_MS = 100; // before the first reconnection; later delays are longer
const EARLY_MAX_DELAY_MS = 500; // at first, since most interruptions are short
const EARLY_ATTEMPTS = 60;
const MAX_DELAY_MS = 3000;
const POLICY_VIOLATION = 1008; // the close code for too many messages
const FIRST_FINAL_CODE = 4000; // this and higher close codes are final

/** Random bytes as hexadecimal digits. @param {number} bytes */
export function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  /** @param {string} path of the socket @param {Listeners} listeners */
  constructor(path, listeners) {
    this.address = new URL(path, location.href);
    this.address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.listeners = listeners;
    /** @type {Map<string, Pending>} unanswered requests by id */
    this.pending = new Map();
    this.delay = MIN_DELAY_MS;
    this.attempts = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    addEventListener("online", () => this.retry());
    addEventListener("pageshow", () => this.retry());
    setInterval(() => this.resend(), RESEND_AFTER_MS / 5);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      for (const pending of this.pending.values()) this.send(pending);
    });
    socket.addEventListener("message", (event) => this.receive(event.data));
    socket.addEventListener("close", (event) => this.onClose(socket, event));
  }

  /** Reconnects now if a delay is running. */
  retry() {
    if (this.timer !== undefined) this.connect();
  }

  /** @param {WebSocket} socket @param {CloseEvent} event */
  onClose(socket, event) {
    if (this.socket !== socket) return;
    this.socket = null;
    const isFinal = event.code >= FIRST_FINAL_CODE;
    this.listeners.state(false, isFinal ? event.reason : "");
    if (isFinal) return;
    const jittered = this.delay * (0.75 + Math.random() / 2);
    const delay = event.code === POLICY_VIOLATION ? 3 * MAX_DELAY_MS : jittered;
    this.attempts += 1;
    const limit = this.attempts < EARLY_ATTEMPTS ? EARLY_MAX_DELAY_MS : MAX_DELAY_MS;
    this.delay = Math.min(limit, this.delay * 1.5);
    this.timer = setTimeout(() => this.connect(), delay);
  }

  /** @param {string} text */
  receive(text) {
    /** @type {Answer | Show | DrawDue} */
    const message = JSON.parse(text);
    if (message.is === "show") {
      this.delay = MIN_DELAY_MS;
      this.attempts = 0;
      this.listeners.state(true, "");
      this.listeners.show(message);
      return;
    }
    if (message.is === "draw") return this.listeners.draw(message);
    const pending = this.pending.get(message.id);
    this.pending.delete(message.id);
    pending?.answer(message);
  }

  /** Sends a request. @param {Request} request @returns {Promise<Answer>} */
  ask(request) {
    const id = randomHex(12);
    return new Promise((answer) => {
      const pending = { text: JSON.stringify({ ...request, id }), sentAt: 0, sends: 0, answer };
      this.pending.set(id, pending);
      this.send(pending);
    });
  }

  /** @param {Pending} pending */
  send(pending) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    pending.sentAt = performance.now();
    pending.sends += 1;
    this.socket.send(pending.text);
  }

  resend() {
    const deadline = performance.now() - RESEND_AFTER_MS;
    for (const pending of this.pending.values()) {
      if (this.socket?.readyState !== WebSocket.OPEN || pending.sentAt > deadline) continue;
      if (pending.sends >= MAX_SENDS) {
        pending.sends = 0;
        this.abandon();
        return;
      }
      this.send(pending);
    }
  }

  /** Closes a connection that no longer answers. */
  abandon() {
    const socket = this.socket;
    if (socket === null) return;
    socket.close();
    this.onClose(socket, new CloseEvent("close"));
  }
}
