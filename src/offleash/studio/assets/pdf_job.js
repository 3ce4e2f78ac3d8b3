/** A PDF that the server makes: its progress, a button to cancel it, and links to the file. */

import { make, setText } from "../../web/assets/page.js";

const RETRY_DELAY_MS = 400; // while the server stops an earlier job
const MAX_TRIES = 25;

export class PdfJob {
  /** @param {string} id @param {string} address @param {() => object} makeRequest returns the body of the request */
  constructor(id, address, makeRequest) {
    this.address = address;
    this.makeRequest = makeRequest;
    const root = document.getElementById(id);
    if (!root) throw new Error(`the page lacks ${id}`);
    const part = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (root.querySelector(name));
    this.button = /** @type {HTMLButtonElement} */ (part(".make"));
    this.cancel = part(".cancel");
    this.progress = part(".progress");
    this.bar = /** @type {HTMLProgressElement} */ (part("progress"));
    this.status = part(".status");
    this.links = part(".links");
    this.controller = new AbortController();
    this.link = "";
    this.button.addEventListener("click", () => this.start());
    this.cancel.addEventListener("click", () => this.stop("Cancelled."));
  }

  /** @param {boolean} isEnabled */
  enable(isEnabled) {
    this.button.disabled = !isEnabled;
  }

  /** Discards a file that no longer matches the choices. */
  reset() {
    this.stop("");
    this.links.hidden = true;
    if (this.link) URL.revokeObjectURL(this.link);
    this.link = "";
  }

  /** @param {string} message */
  stop(message) {
    this.controller.abort();
    this.finish(message);
  }

  /** @param {string} message */
  finish(message) {
    const hadFocus = document.activeElement === this.cancel;
    this.cancel.hidden = true;
    this.progress.hidden = true;
    this.button.hidden = false;
    if (hadFocus) this.button.focus();
    setText(this.status, message);
  }

  async start() {
    this.reset();
    this.controller = new AbortController();
    const { signal } = this.controller;
    this.bar.removeAttribute("value");
    const hadFocus = document.activeElement === this.button;
    this.button.hidden = true;
    this.cancel.hidden = false;
    this.progress.hidden = false;
    if (hadFocus) this.cancel.focus();
    setText(this.status, "Starting …");
    try {
      for (let tries = 1; await this.request(signal); tries += 1) {
        if (tries === MAX_TRIES) return this.finish(this.status.textContent ?? "");
        await new Promise((resolve) => window.setTimeout(resolve, RETRY_DELAY_MS));
      }
    } catch (error) {
      if (!signal.aborted) this.finish(error instanceof Error ? error.message : "The request failed.");
    }
  }

  /** Sends the request; returns whether to try again because the server is busy.
   * @param {AbortSignal} signal @returns {Promise<boolean>} */
  async request(signal) {
    const headers = { accept: "application/json", "content-type": "application/json" };
    const body = JSON.stringify(this.makeRequest());
    const response = await fetch(this.address, { method: "POST", body, headers, signal });
    if (!response.ok || !response.body) {
      const payload = await response.json().catch(() => ({}));
      throw new Error(payload.sentence ?? "The request failed.");
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const events = (rest + value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const last = this.handle(JSON.parse(event.replace(/^data: /, "")));
        if (last) return last === "again";
      }
    }
    throw new Error("The connection was lost. Please try again.");
  }

  /** @param {any} event @returns {"" | "again" | "end"} whether it was the last event */
  handle(event) {
    if (event.is === "waiting") setText(this.status, `${event.ahead} ahead of this one.`);
    if (event.is === "step" && event.of) {
      this.bar.max = event.of;
      this.bar.value = event.done;
      setText(this.status, `${event.word} ${event.done} of ${event.of}`);
    } else if (event.is === "step") {
      setText(this.status, `${event.word} …`);
    }
    if (event.is === "busy") {
      setText(this.status, event.why);
      return "again";
    }
    if (event.is === "failed") this.finish(event.why);
    if (event.is === "made") this.show(event.name, event.data);
    return event.is === "failed" || event.is === "made" ? "end" : "";
  }

  /** @param {string} name @param {string} data in base64 */
  show(name, data) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    this.link = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
    this.finish(`${name} is ready: ${(bytes.length / 1e6).toFixed(1)} MB.`);
    const save = make("a", "", "Save");
    save.href = this.link;
    save.download = name;
    const open = make("a", "", "Open", make("span", "unseen", " (opens a new tab)"));
    open.href = this.link;
    open.target = "_blank";
    this.links.replaceChildren(save, open);
    this.links.hidden = false;
  }
}
