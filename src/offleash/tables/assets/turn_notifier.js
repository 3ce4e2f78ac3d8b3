/**
 * Tells players that it is their turn: in the tab's title and by a notification.
 *
 * @import {Show} from "./messages.js"
 */

export class TurnNotifier {
  /** @param {string} game @param {HTMLButtonElement} button that asks for permission */
  constructor(game, button) {
    this.game = game;
    this.button = button;
    this.wasMine = false;
    button.addEventListener("click", () => void this.requestPermission());
  }

  async requestPermission() {
    await Notification.requestPermission();
    this.updateButton(true);
  }

  /** Shows the button until the browser has asked the player. @param {boolean} isPlaying */
  updateButton(isPlaying) {
    const canNotify = isPlaying && "Notification" in window && window.isSecureContext;
    this.button.hidden = !canNotify || Notification.permission !== "default";
  }

  /** @param {Show} show */
  show(show) {
    const hasBot = show.seats[show.you]?.bot !== "";
    const isMine = show.phase === "playing" && show.actor === show.you && !hasBot;
    document.title = `${isMine ? "● Your turn" : show.headline} – ${this.game}`;
    if (isMine && !this.wasMine && document.hidden) this.notify();
    this.wasMine = isMine;
  }

  notify() {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
      new Notification("Your turn", { body: this.game, tag: location.pathname });
    } catch {
      // Phones allow this only in service workers; the title must do.
    }
  }
}
