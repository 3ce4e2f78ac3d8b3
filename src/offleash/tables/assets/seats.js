/**
 * The list of seats: their players, whose turn it is, who is away, and bots that stand in.
 *
 * @import {Request, Seat, Show} from "./messages.js"
 */
import { seatName } from "./log.js";
import { colourDot, make, makeButton } from "../../web/assets/page.js";

export class Seats {
  /** @param {HTMLElement} list @param {(request: Request) => void} ask */
  constructor(list, ask) {
    this.list = list;
    this.ask = ask;
    this.renderedKey = "";
  }

  /** @param {Show} show */
  show(show) {
    const key = JSON.stringify([show.seats, show.you, show.phase, show.shares]);
    if (key === this.renderedKey) return;
    this.renderedKey = key;
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...show.seats.map((seat, n) => this.row(seat, n, show)));
    if (focused) this.list.querySelector("button")?.focus();
  }

  /** @param {Seat} seat @param {number} number @param {Show} show */
  row(seat, number, show) {
    const name = make("span", "who", seatName(seat));
    if (number === show.you) name.append(make("span", "you", " (you)"));
    const about = seat.kind === "bot" ? `${seat.word}, ${seat.bot_name}` : seat.word;
    const second = make("span", "word", seat.kind === "open" ? "nobody yet" : about);
    const row = make("li", "seat", ...portrait(seat), make("span", "names", name, second));
    row.classList.toggle("acting", seat.points_to);
    if (seat.points_to) row.append(make("span", "unseen", "is to move"));
    const state = stateOf(seat, show.shares[number]);
    if (state) row.append(make("span", "state", state));
    row.append(...this.buttons(seat, number, show));
    return row;
  }

  /** @param {Seat} seat @param {number} number @param {Show} show */
  buttons(seat, number, show) {
    if (show.you < 0 || ["over", "abandoned", "readonly"].includes(show.phase)) return [];
    if (seat.resigned) return [];
    if (seat.bot && number === show.you) {
      return [makeButton("I am back", () => this.ask({ do: "return" }), "main")];
    }
    const isFree = seat.kind === "open" || (seat.kind === "person" && seat.is_away && !seat.bot);
    if (!isFree || number === show.you || show.bots.length === 0) return [];
    const lend = (bot = "") => this.ask({ do: "lend", seat: number, bot });
    // The bot of a player who is away is that player's choice.
    if (seat.kind === "person") return [makeButton("Let a bot play", () => lend())];
    const bots = show.bots.map((bot, n) => new Option(show.bot_names[n], bot));
    const options = [new Option("Bot of medium strength", ""), ...bots];
    const select = make("select", "", ...options);
    select.ariaLabel = `Bot for ${seat.word}`;
    const button = makeButton("Let a bot play", () => lend(select.value));
    return [make("span", "lending", select, button)];
  }
}

/** The face of a bot in the colour of its seat, or the colour. @param {Seat} seat */
function portrait(seat) {
  if (!seat.face) return colourDot(seat);
  const face = make("img", "face");
  face.src = new URL(`faces/${seat.face}.svg`, import.meta.url).href;
  face.alt = "";
  face.style.borderColor = seat.colour;
  return [face];
}

/** @param {Seat} seat @param {number | undefined} share */
function stateOf(seat, share) {
  if (share !== undefined) return share > 0 ? (share < 1 ? "shares the win" : "wins") : "";
  if (seat.kind === "open") return "free";
  if (seat.resigned) return `resigned, ${seat.bot_name} plays on`;
  if (seat.bot) return `away, ${seat.bot_name} plays`;
  return seat.is_away ? "away" : "";
}
