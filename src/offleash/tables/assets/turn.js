/**
 * "Your turn" where people look who look elsewhere: in the tab's title and as a notification.
 *
 * @import {Show} from "./messages.js"
 */

export class Turn {
  /** @param {string} game @param {HTMLButtonElement} button that asks for permission */
  constructor(game, button) {
    this.game = game;
    this.button = button;
    this.was = false;
    button.addEventListener("click", () => void this.permit());
  }

  async permit() {
    await Notification.requestPermission();
    this.offer(true);
  }

  /** The button is there as long as nothing is decided. @param {boolean} isPlaying */
  offer(isPlaying) {
    const can = isPlaying && "Notification" in window && window.isSecureContext;
    this.button.hidden = !can || Notification.permission !== "default";
  }

  /** @param {Show} show */
  show(show) {
    const isLent = show.seats[show.you]?.bot !== "";
    const isMine = show.phase === "playing" && show.actor === show.you && !isLent;
    document.title = `${isMine ? "● Your turn" : show.headline} – ${this.game}`;
    if (isMine && !this.was && document.hidden) this.notify();
    this.was = isMine;
  }

  notify() {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
      new Notification("Your turn", { body: this.game, tag: location.pathname });
    } catch {
      // Phones only allow this to service workers; the title says it all the same.
    }
  }
}
