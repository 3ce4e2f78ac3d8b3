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
    /** @type {Notification | null} */
    this.notice = null;
    document.addEventListener("visibilitychange", () => this.closeNotice());
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
    if (!isMine) this.closeNotice();
    if (isMine && !this.wasMine && isElsewhere()) this.notify();
    this.wasMine = isMine;
  }

  closeNotice() {
    this.notice?.close();
    this.notice = null;
  }

  notify() {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
      this.notice = new Notification("Your turn", { body: this.game, tag: location.pathname });
      this.notice.addEventListener("click", () => window.focus());
    } catch {
      // Phones allow this only in service workers; the title must do.
    }
  }
}

/** Whether the player looks at another tab or at another window. */
function isElsewhere() {
  return document.hidden || !document.hasFocus();
}
