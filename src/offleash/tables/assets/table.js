/**
 * The page of a table: passes messages between the table and the parts of the page.
 *
 * @import {DrawDue, Request, Show} from "./messages.js"
 */
import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clocks.js";
import { CloseUps } from "./close_ups.js";
import { Connection } from "./connection.js";
import { Guide } from "./guide.js";
import { Help } from "./help.js";
import { Leaving } from "./leaving.js";
import { Log } from "./log.js";
import { Luck } from "./luck.js";
import { Notices } from "./notices.js";
import { Pace } from "./pace.js";
import { element, setText } from "../../web/assets/page.js";
import { Seats } from "./seats.js";
import { initCopyButtons } from "./sharing.js";
import { Sounds } from "./sounds.js";
import { TurnNotifier } from "./turn_notifier.js";
import { Zoom } from "./zoom.js";

const LINK_AGAIN_MS = 1000; // after a link was refused, unless the next draw is due
const DISCONNECTED = "Connection lost. Your game is safe; reconnecting …";

class Table {
  constructor() {
    this.page = element("table", HTMLElement);
    const { socket = "", game = "", closeUps = "" } = this.page.dataset;
    this.pace = new Pace((show) => this.show(show));
    this.connection = new Connection(socket, {
      show: (show) => this.pace.receive(show),
      draw: (due) => void this.draw(due),
      state: (isOpen, why) => this.notices.showConnectionState(isOpen ? "" : why || DISCONNECTED),
    });
    this.notices = new Notices(
      element("chance", HTMLElement),
      element("refusal", HTMLElement),
      element("lost", HTMLElement),
    );
    this.board = new Board(this.connection, {
      refuse: (why) => this.notices.showRefusal(why),
      act: () => this.notices.clear(),
    });
    this.zoom = new Zoom({
      change: () => this.board.render(),
      pinch: () => this.board.path.stop(),
    });
    this.closeUps = new CloseUps(this.board.picture, closeUps);
    this.followsAction = closeUps !== "" && !document.getElementById("guide");
    if (document.getElementById("guide")) this.board.guide = new Guide(this.board);
    this.help = new Help(this.connection, (action) => this.board.playAction(action));
    const recall = (/** @type {number | null} */ number) => void this.board.recall(number);
    this.log = new Log(element("log", HTMLElement), element("last-line", HTMLElement), recall);
    const ask = (/** @type {Request} */ request) => void this.ask(request);
    this.seats = new Seats(element("seats", HTMLElement), ask);
    const [alarm, receipt] = [element("unfair", HTMLElement), element("receipt", HTMLElement)];
    this.luck = new Luck(element("luck", HTMLElement), alarm, receipt, ask);
    this.sounds = new Sounds();
    this.chat = new Chat((request) => this.ask(request), () => this.sounds.play("line"));
    this.leaving = new Leaving(ask, () => void this.resign());
    this.clocks = new Clocks(this.seats.list);
    this.turnNotifier = new TurnNotifier(game, element("notify", HTMLButtonElement));
    this.headline = element("headline", HTMLElement);
    /** @type {Show | null} */
    this.lastShow = null;
    this.isRematchPending = false;
    /** @type {DrawDue | null} the last draw for which the table asked for a link */
    this.due = null;
    initCopyButtons(this.page);
    this.listen();
  }

  listen() {
    const onClick = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      element(id, HTMLButtonElement).addEventListener("click", act);
    onClick("undo", () => this.undo());
    onClick("list", () => this.help.openMoves());
    onClick("ask", () => void this.help.openHelp());
    onClick("hint", () => void this.help.openAdvice());
    onClick("rematch", () => this.rematch());
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {Show} show */
  show(show) {
    const lineCount = this.lastShow === null ? Infinity : this.log.lines.length;
    this.board.guide?.show(show);
    this.board.show(show);
    this.closeUps.show(show);
    const isNew = show.at !== this.lastShow?.at; // otherwise the board stays where the player has it
    if (this.followsAction && isNew) this.zoom.follow(this.board.places);
    this.board.guide?.drawLooks();
    this.log.show(show);
    const newLines = this.log.lines.slice(Math.max(lineCount, show.since));
    const chance = newLines.filter((line) => line.kind === "chance");
    this.notices.showChance(chance.map((line) => line.text));
    this.seats.show(show);
    this.clocks.show(show);
    this.chat.show(show);
    this.leaving.show(show);
    this.sounds.show(show, this.lastShow);
    this.luck.show(show);
    this.turnNotifier.show(show);
    this.help.show(show, show.choices);
    setText(this.headline, show.headline);
    this.page.dataset.phase = show.phase;
    this.page.classList.toggle("cut-short", show.is_cut_short);
    this.page.classList.toggle("acting", show.actor === show.you && show.you >= 0);
    this.page.dataset.seq = String(show.seq);
    this.updateTools(show);
    this.updateEnd(show);
    this.lastShow = show;
  }

  /** Shows the tools that this seat can use. @param {Show} show */
  updateTools(show) {
    // They stay after the end, so that the page does not become shorter and jump.
    const isPlaying = show.you >= 0 && show.phase !== "readonly";
    element("undo", HTMLButtonElement).hidden = !isPlaying;
    element("list", HTMLButtonElement).hidden = !isPlaying;
    element("undo", HTMLButtonElement).disabled = !show.can_undo;
    element("list", HTMLButtonElement).disabled = show.phase === "over";
    element("hint", HTMLButtonElement).hidden = !show.hints || show.you < 0;
    element("hint", HTMLButtonElement).disabled = show.choices.length === 0;
    this.turnNotifier.updateButton(isPlaying);
  }

  /** Shows the links at the end of the game. @param {Show} show */
  updateEnd(show) {
    const isOver = show.phase === "over" || show.phase === "abandoned";
    element("ended", HTMLElement).hidden = !isOver;
    for (const link of document.querySelectorAll("#ended a:not(#next)")) {
      link.toggleAttribute("hidden", show.phase === "abandoned"); // nothing was played
    }
    element("rematch", HTMLElement).hidden = show.you < 0 || show.again !== "";
    const next = element("next", HTMLAnchorElement);
    next.hidden = show.again === "" || show.you < 0;
    if (show.again === "") return;
    next.href = `/table/${encodeURIComponent(show.again)}`;
    if (!this.isRematchPending) return;
    this.isRematchPending = false;
    location.assign(next.href);
  }

  /** @param {Request} request @returns {Promise<boolean>} whether it was carried out */
  async ask(request) {
    const answer = await this.connection.ask(request);
    if (answer.is === "refused") this.notices.showRefusal(answer.why);
    return answer.is !== "refused";
  }

  /** Shows a link, whatever the page is busy with: everybody waits for it. @param {DrawDue} due */
  async draw(due) {
    this.due = due;
    const link = this.luck.link(due);
    if (!link) return;
    const answer = await this.connection.ask({ do: "link", draw: due.draw, link });
    if (answer.is !== "refused") return;
    setTimeout(() => {
      if (this.due === due) void this.draw(due); // the database may have been away
    }, LINK_AGAIN_MS);
  }

  /** Leaves the game: with the rest of the chain, nobody has to wait for this page. */
  async resign() {
    const secret = this.luck.remainder;
    if (secret) await this.connection.ask({ do: "hand over", secret });
    await this.ask({ do: "resign" });
  }

  undo() {
    if (this.lastShow?.can_undo) void this.ask({ do: "undo", at: this.lastShow.at });
  }

  rematch() {
    this.isRematchPending = true;
    void this.ask({ do: "again" });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.help.isOpen) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.matches("input, select, textarea")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      u: () => this.undo(),
      l: () => this.help.openMoves(),
      "?": () => void this.help.openHelp(),
      r: () => this.board.rotate(1),
      R: () => this.board.rotate(-1),
      "+": () => this.zoom.step(1),
      "-": () => this.zoom.step(-1),
      0: () => this.zoom.set(1),
      Escape: () => this.board.back(),
    };
    const isFree = target instanceof Element && !target.closest("#log, #targets");
    if (isFree && event.key.startsWith("Arrow")) keys[event.key] = () => this.board.focus();
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

new Table();
