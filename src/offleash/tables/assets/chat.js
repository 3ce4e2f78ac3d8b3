/**
 * The chat: lines and reactions of the players, and a bubble over the board for the newest one.
 *
 * @import {ChatLine, Request, Show} from "./messages.js"
 */
import { seatName } from "./log.js";
import { colourDot, element, make, setText } from "../../web/assets/page.js";

const BUBBLE_MS = 4000;

export class Chat {
  /** @param {(request: Request) => Promise<boolean>} send resolves to whether it was carried out
   * @param {() => void} onLine called when somebody else has written */
  constructor(send, onLine) {
    this.send = send;
    this.onLine = onLine;
    this.section = element("chat", HTMLElement);
    this.list = element("chat-lines", HTMLElement);
    this.bubble = element("bubble", HTMLElement);
    this.form = document.getElementById("chat-form");
    this.input = document.getElementById("chat-text");
    this.switch = document.getElementById("switch-chat");
    this.isOn = false;
    this.count = 0;
    this.isFirst = true;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.listen();
  }

  listen() {
    this.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.submit();
    });
    for (const button of this.section.querySelectorAll("[data-reaction]")) {
      button.addEventListener("click", () => {
        void this.send({ do: "chat", text: button.getAttribute("data-reaction") ?? "" });
      });
    }
    this.switch?.addEventListener("click", () => {
      void this.send({ do: "switch chat", is_on: !this.isOn });
    });
  }

  async submit() {
    const { input } = this;
    if (!(input instanceof HTMLInputElement) || input.value.trim() === "") return;
    const text = input.value;
    input.value = "";
    if (!(await this.send({ do: "chat", text })) && input.value === "") input.value = text;
  }

  /** @param {Show} show */
  show(show) {
    const { talk } = show;
    this.isOn = talk.is_on;
    const hasCompany = show.seats.filter((seat) => seat.kind !== "bot").length > 1;
    const isUsed = talk.is_on || talk.since + talk.lines.length > 0 || this.switch !== null;
    this.section.hidden = !hasCompany || !isUsed || show.phase === "readonly";
    if (this.form) this.form.hidden = !talk.is_on;
    if (this.switch) setText(this.switch, `Switch the chat ${talk.is_on ? "off" : "on"}`);
    this.add(show);
  }

  /** Adds the lines that the page does not have yet. @param {Show} show */
  add(show) {
    const { since, lines } = show.talk;
    if (since === 0) this.list.replaceChildren();
    const { isFirst } = this;
    this.isFirst = false;
    const unread = lines.slice(Math.max(0, this.count - since));
    this.list.append(...lines.map((line) => listItem(line, show)));
    this.count = since + lines.length;
    if (lines.length > 0) this.list.scrollTop = this.list.scrollHeight;
    const newest = unread.filter((line) => line.who !== show.you).at(-1);
    if (!newest || isFirst) return;
    this.onLine();
    this.showBubble(newest, show);
  }

  /** @param {ChatLine} line @param {Show} show */
  showBubble(line, show) {
    clearTimeout(this.timer);
    const name = make("b", "", nameOf(line, show));
    this.bubble.replaceChildren(make("span", "", name, ` ${line.text}`));
    this.timer = setTimeout(() => this.bubble.replaceChildren(), BUBBLE_MS);
  }
}

/** @param {ChatLine} line @param {Show} show */
function listItem(line, show) {
  const seat = show.seats[line.who];
  const dot = seat ? colourDot(seat) : [];
  return make("li", "", ...dot, make("b", "", `${nameOf(line, show)}:`), ` ${line.text}`);
}

/** @param {ChatLine} line @param {Show} show */
function nameOf(line, show) {
  const seat = show.seats[line.who];
  return seat ? seatName(seat) : "";
}
