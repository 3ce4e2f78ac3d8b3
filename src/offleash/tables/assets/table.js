/**
 * The table's page: what the table shows goes to each part, what a part wants goes to the table.
 *
 * @import {Request, Show} from "./messages.js"
 */
import { Board } from "./board.js";
import { Help } from "./help.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { Luck } from "./luck.js";
import { Notices } from "./notices.js";
import { element, setText } from "../../web/assets/page.js";
import { Seats } from "./seats.js";
import { offerCopies } from "./sharing.js";
import { Turn } from "./turn.js";

const LOST = "The line is lost. Your game is safe; we are trying again …";

class Table {
  constructor() {
    this.page = element("table", HTMLElement);
    const { socket = "", game = "" } = this.page.dataset;
    this.line = new Line(socket, {
      show: (show) => this.show(show),
      state: (isOpen, why) => this.notices.line(isOpen ? "" : why || LOST),
    });
    this.notices = new Notices(
      element("chance", HTMLElement),
      element("refusal", HTMLElement),
      element("lost", HTMLElement),
    );
    this.board = new Board(this.line, {
      refuse: (why) => this.notices.refuse(why),
      act: () => this.notices.clear(),
    });
    this.help = new Help(this.line, (action) => void this.board.play(action));
    this.log = new Log(element("log", HTMLElement), element("last-line", HTMLElement));
    const ask = (/** @type {Request} */ request) => void this.ask(request);
    this.seats = new Seats(element("seats", HTMLElement), ask);
    this.luck = new Luck(element("luck", HTMLElement), ask);
    this.turn = new Turn(game, element("notify", HTMLButtonElement));
    this.headline = element("headline", HTMLElement);
    /** @type {Show | null} */
    this.shown = null;
    this.isGoingOn = false;
    offerCopies(this.page);
    this.listen();
  }

  listen() {
    const press = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      element(id, HTMLButtonElement).addEventListener("click", act);
    press("undo", () => this.undo());
    press("list", () => this.help.openMoves());
    press("ask", () => void this.help.openHelp());
    press("hint", () => void this.help.openAdvice());
    press("rematch", () => this.goOn());
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** @param {Show} show */
  show(show) {
    const known = this.shown === null ? Infinity : this.log.lines.length;
    this.board.show(show);
    this.log.show(show);
    const came = this.log.lines.slice(Math.max(known, show.since));
    this.notices.chance(came.filter((line) => line.kind === "chance").map((line) => line.text));
    this.seats.show(show);
    this.luck.show(show);
    this.turn.show(show);
    this.help.show(show, show.choices);
    setText(this.headline, show.headline);
    this.page.dataset.phase = show.phase;
    this.page.classList.toggle("acting", show.actor === show.you && show.you >= 0);
    this.page.dataset.seq = String(show.seq);
    this.offer(show);
    this.end(show);
    this.shown = show;
  }

  /** What this seat can ask for. @param {Show} show */
  offer(show) {
    const isPlaying = show.you >= 0 && show.phase !== "over" && show.phase !== "readonly";
    element("undo", HTMLButtonElement).hidden = !isPlaying;
    element("list", HTMLButtonElement).hidden = !isPlaying;
    element("undo", HTMLButtonElement).disabled = !show.can_undo;
    element("hint", HTMLButtonElement).hidden = !show.hints || show.you < 0;
    element("hint", HTMLButtonElement).disabled = show.choices.length === 0;
    this.turn.offer(isPlaying);
  }

  /** What there is once the game is over. @param {Show} show */
  end(show) {
    const isOver = show.phase === "over";
    element("ended", HTMLElement).hidden = !isOver;
    element("rematch", HTMLElement).hidden = show.you < 0 || show.again !== "";
    const next = element("next", HTMLAnchorElement);
    next.hidden = show.again === "" || show.you < 0;
    if (show.again === "") return;
    next.href = `/table/${encodeURIComponent(show.again)}`;
    if (!this.isGoingOn) return;
    this.isGoingOn = false;
    location.assign(next.href);
  }

  /** @param {Request} request */
  async ask(request) {
    const answer = await this.line.ask(request);
    if (answer.is === "refused") this.notices.refuse(answer.why);
  }

  undo() {
    if (this.shown?.can_undo) void this.ask({ do: "undo", at: this.shown.at });
  }

  goOn() {
    this.isGoingOn = true;
    void this.ask({ do: "again" });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.help.isOpen) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.matches("input, select, textarea")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      u: () => this.undo(),
      l: () => this.help.openMoves(),
      "?": () => void this.help.openHelp(),
      r: () => this.board.turn(1),
      R: () => this.board.turn(-1),
      Escape: () => this.board.back(),
    };
    const isFree = target instanceof Element && !target.closest("#log, #targets");
    if (isFree && event.key.startsWith("Arrow")) keys[event.key] = () => this.board.enter();
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

new Table();
