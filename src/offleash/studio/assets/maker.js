/** A file that the server makes while one waits: how far it is, how to stop it, where it is then. */

import { make, setText } from "../../web/assets/page.js";

const AGAIN = 400; // milliseconds, while what was asked before is still being stopped
const TRIES = 25;

export class Maker {
  /** @param {string} id @param {string} address @param {() => object} wanted what is sent */
  constructor(id, address, wanted) {
    this.address = address;
    this.wanted = wanted;
    const root = document.getElementById(id);
    if (!root) throw new Error(`the page lacks ${id}`);
    const part = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (root.querySelector(name));
    this.button = /** @type {HTMLButtonElement} */ (part(".make"));
    this.cancel = part(".cancel");
    this.holder = part(".progress");
    this.bar = /** @type {HTMLProgressElement} */ (part("progress"));
    this.told = part(".told");
    this.links = part(".links");
    this.working = new AbortController();
    this.link = "";
    this.button.addEventListener("click", () => this.start());
    this.cancel.addEventListener("click", () => this.stop("Cancelled."));
  }

  /** @param {boolean} isPossible */
  allow(isPossible) {
    this.button.disabled = !isPossible;
  }

  /** What was made is not what is wanted now. */
  forget() {
    this.stop("");
    this.links.hidden = true;
    if (this.link) URL.revokeObjectURL(this.link);
    this.link = "";
  }

  /** @param {string} word */
  stop(word) {
    this.working.abort();
    this.rest(word);
  }

  /** @param {string} word */
  rest(word) {
    const hadFocus = document.activeElement === this.cancel;
    this.cancel.hidden = true;
    this.holder.hidden = true;
    this.button.hidden = false;
    if (hadFocus) this.button.focus();
    setText(this.told, word);
  }

  async start() {
    this.forget();
    this.working = new AbortController();
    const { signal } = this.working;
    this.bar.removeAttribute("value");
    const hadFocus = document.activeElement === this.button;
    this.button.hidden = true;
    this.cancel.hidden = false;
    this.holder.hidden = false;
    if (hadFocus) this.cancel.focus();
    setText(this.told, "It begins …");
    try {
      for (let n = 0; n < TRIES && (await this.ask(signal)); n += 1) {
        await new Promise((resolve) => window.setTimeout(resolve, AGAIN));
      }
    } catch (error) {
      if (!signal.aborted) this.rest(error instanceof Error ? error.message : "That did not work.");
    }
  }

  /** Asks once; whether to ask again, since another file is being made.
   * @param {AbortSignal} signal @returns {Promise<boolean>} */
  async ask(signal) {
    const headers = { accept: "application/json", "content-type": "application/json" };
    const body = JSON.stringify(this.wanted());
    const answer = await fetch(this.address, { method: "POST", body, headers, signal });
    if (!answer.ok || !answer.body) {
      const said = await answer.json().catch(() => ({}));
      throw new Error(said.sentence ?? "That did not work.");
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const events = (rest + value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const last = this.hear(JSON.parse(event.replace(/^data: /, "")));
        if (last) return last === "again";
      }
    }
    throw new Error("It broke off: please try again.");
  }

  /** @param {any} event @returns {"" | "again" | "end"} whether that was all */
  hear(event) {
    if (event.is === "waiting") setText(this.told, `${event.ahead} before this one.`);
    if (event.is === "step" && event.of) {
      this.bar.max = event.of;
      this.bar.value = event.done;
      setText(this.told, `${event.word} ${event.done} of ${event.of}`);
    } else if (event.is === "step") {
      setText(this.told, `${event.word} …`);
    }
    if (event.is === "busy") {
      setText(this.told, event.why);
      return "again";
    }
    if (event.is === "failed") this.rest(event.why);
    if (event.is === "made") this.show(event.name, event.data);
    return event.is === "failed" || event.is === "made" ? "end" : "";
  }

  /** @param {string} name @param {string} data in base64 */
  show(name, data) {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    this.link = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
    this.rest(`${name} is made: ${(bytes.length / 1e6).toFixed(1)} MB.`);
    const save = make("a", "", "Save it");
    save.href = this.link;
    save.download = name;
    const open = make("a", "", "Open it", make("span", "unseen", " (opens a new tab)"));
    open.href = this.link;
    open.target = "_blank";
    this.links.replaceChildren(save, open);
    this.links.hidden = false;
  }
}
