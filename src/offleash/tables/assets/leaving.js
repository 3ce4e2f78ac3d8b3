/**
 * Ending a game early: resigning, offers to end it, and the bot that plays for an absent player.
 *
 * @import {Request, Show} from "./messages.js"
 */
import { seatName } from "./log.js";
import { element, setText } from "../../web/assets/page.js";

export class Leaving {
  /** @param {(request: Request) => void} ask @param {() => void} resign */
  constructor(ask, resign) {
    this.offer = element("offer", HTMLElement);
    this.offerText = element("offer-text", HTMLElement);
    this.agree = element("agree-end", HTMLButtonElement);
    this.decline = element("decline-end", HTMLButtonElement);
    this.panel = document.getElementById("leaving"); // spectators have none
    this.agree.addEventListener("click", () => ask({ do: "offer end" }));
    this.decline.addEventListener("click", () => ask({ do: "decline end" }));
    if (this.panel) this.listen(ask, resign);
  }

  /** @param {(request: Request) => void} ask @param {() => void} resign */
  listen(ask, resign) {
    const sure = element("sure", HTMLElement);
    const onClick = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      element(id, HTMLButtonElement).addEventListener("click", act);
    onClick("offer-end", () => ask({ do: "offer end" }));
    onClick("resign", () => {
      sure.hidden = false;
      element("resign-not", HTMLButtonElement).focus();
    });
    onClick("resign-not", () => (sure.hidden = true));
    onClick("resign-now", () => {
      sure.hidden = true;
      resign();
    });
    const select = document.getElementById("stand-in");
    if (select instanceof HTMLSelectElement) {
      select.addEventListener("change", () => ask({ do: "stand-in", bot: select.value }));
    }
  }

  /** @param {Show} show */
  show(show) {
    const own = show.seats[show.you];
    const isPlaying = show.phase === "playing" && own !== undefined && own.bot === "";
    if (this.panel) this.panel.hidden = own === undefined;
    for (const id of ["offer-end", "resign"]) {
      const button = document.getElementById(id);
      if (button instanceof HTMLButtonElement) button.disabled = !isPlaying;
    }
    const people = show.seats.filter((seat) => seat.kind === "person" && seat.bot === "");
    const offer = document.getElementById("offer-end");
    if (offer) offer.hidden = people.length < 2; // alone, one resigns
    const { offers } = show.talk;
    this.offer.hidden = offers.length === 0 || show.phase !== "playing";
    if (this.offer.hidden) return;
    const isMine = offers.includes(show.you);
    const others = offers.filter((seat) => seat !== show.you).map((seat) => nameOf(seat, show));
    const names = [...(isMine ? ["You"] : []), ...others].join(" and ");
    const verb = isMine || others.length > 1 ? "offer" : "offers";
    setText(this.offerText, `${names} ${verb} to end the game without a winner.`);
    this.agree.hidden = !isPlaying || isMine;
    this.decline.hidden = !isPlaying;
    setText(this.decline, isMine ? "Take the offer back" : "Play on");
  }
}

/** @param {number} seat @param {Show} show */
function nameOf(seat, show) {
  const message = show.seats[seat];
  return message ? seatName(message) : "";
}
