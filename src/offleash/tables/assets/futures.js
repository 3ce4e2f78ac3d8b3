/**
 * A thousand futures: how often each seat wins when bots play on from a moment.
 *
 * @typedef {{wins: number, low: number, high: number}} Share
 * @typedef {{is: "waiting", ahead: number} | {is: "played", games: number, of: number,
 *   seats: Share[], same: boolean} | {is: "done", cut: boolean} | {is: "refused", why: string}
 * } Message
 */
import { element, make, setText } from "../../web/assets/page.js";

const SVG = "http://www.w3.org/2000/svg";

export class Futures {
  /** @param {string} name of the replay @param {() => number} now the moment */
  constructor(name, now) {
    this.name = name;
    this.now = now;
    this.form = element("futures", HTMLFormElement);
    this.progress = element("progress", HTMLElement);
    this.table = element("shares", HTMLTableElement);
    this.cancel = element("cancel", HTMLButtonElement);
    /** @type {WebSocket | null} */
    this.socket = null;
    this.games = 0;
    this.at = 0;
    this.isSame = false; // all games ended the same
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
    this.cancel.addEventListener("click", () => this.stop("Stopped"));
  }

  selectedBots() {
    return Array.from(this.form.querySelectorAll("select"), (select) => select.value);
  }

  ask() {
    this.stop("");
    this.at = this.now();
    this.games = 0;
    this.table.hidden = true;
    setText(this.progress, "Starting …");
    const address = new URL(`/replay/${this.name}/futures`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.cancel.hidden = false;
    const request = { at: this.at, bots: this.selectedBots(), games: 1000 };
    socket.addEventListener("open", () => {
      if (this.socket === socket) socket.send(JSON.stringify(request));
      else socket.close(); // it was stopped before it was open
    });
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.stop("The connection was lost");
    });
  }

  /** @param {Message} message */
  receive(message) {
    if (message.is === "waiting") {
      setText(this.progress, `${message.ahead} ahead of you …`);
    } else if (message.is === "played") {
      this.games = message.games;
      this.isSame = message.same;
      setText(this.progress, `${message.games} of ${message.of} games from moment ${this.at}`);
      this.show(message.seats);
    } else if (message.is === "done") {
      const same = "All games are the same: no chance is left, and these bots always play alike";
      this.stop(this.isSame ? same : message.cut ? "Time is up" : "Done");
    } else {
      this.stop(`Not possible: ${message.why}`);
    }
  }

  /** @param {string} why */
  stop(why) {
    const socket = this.socket;
    this.socket = null;
    if (socket?.readyState === WebSocket.OPEN) socket.close();
    this.cancel.hidden = true;
    const games = this.games ? `: ${this.games} games from moment ${this.at}` : "";
    if (socket) setText(this.progress, `${why}${games}.`);
  }

  /** @param {Share[]} shares */
  show(shares) {
    const labels = Array.from(this.form.querySelectorAll("label"), (label) => label.textContent);
    const rows = shares.map((share, seat) => {
      const head = make("th", "", labels[seat] ?? "");
      head.scope = "row";
      const interval = `${percent(share.low)} to ${percent(share.high)}`;
      const chart = make("td", "chart", bar(share));
      const wins = make("td", "", percent(share.wins));
      return make("tr", "", head, wins, make("td", "", interval), chart);
    });
    this.table.tBodies[0]?.replaceChildren(...rows);
    this.table.hidden = false;
  }
}

/** @param {number} share */
function percent(share) {
  const isExtreme = (share > 0 && share < 0.1) || (share > 0.9 && share < 1);
  return `${(100 * share).toFixed(isExtreme ? 1 : 0)} %`;
}

/** A bar for the share, with a line for the interval. @param {Share} share */
function bar(share) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 12");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  svg.append(
    rect("all", 0, 100, 2, 8),
    rect("share", 0, 100 * share.wins, 2, 8),
    rect("interval", 100 * share.low, Math.max(0.6, 100 * (share.high - share.low)), 5, 2),
  );
  return svg;
}

/**
 * @param {string} kind @param {number} x @param {number} width @param {number} y
 * @param {number} height
 */
function rect(kind, x, width, y, height) {
  const shape = document.createElementNS(SVG, "rect");
  shape.classList.add(kind);
  for (const [name, value] of Object.entries({ x, y, width, height })) {
    shape.setAttribute(name, String(value));
  }
  return shape;
}
