/** Nothing drawn is lost: kept in the browser at once, on the server soon, in the file on Save. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { Refused, ask } from "./server.js";
import { readSheet, writeSheet } from "./text.js";

/** What is worked at: it tells of every change, and can be put into the place of what is there.
 * @template S @typedef {{sheet: S, kept: S, edit: (sheet: S) => unknown, listen: (heard: (isKept: boolean) => void) => void}} Work */
/** How it is written as text, where its file is, and what it is called.
 * @template S
 * @typedef {object} Paper
 * @property {(text: string) => S} read
 * @property {(sheet: S) => string} write
 * @property {string} file the last part of the address
 * @property {(address: string, text: string) => Promise<string>} flaw why a file can't be taken, if so
 * @property {string} mine
 * @property {string} saved
 */
/** @typedef {{text: string, digest: string, at: number}} Draft at: seconds since 1970 */
/** @typedef {{text: string, digest: string, draft: Draft | null}} Opened */

const SOON = 200, PAUSE = 400; // milliseconds after a change until the browser and the server keep it
const RETRY = 3000;

/** @param {string} address @param {string} text */
async function flawOf(address, text) {
  const { problem } = await ask(`${address}/check`, { text, views: [] });
  return problem ? `The file can't be drawn: ${problem.sentence}.` : "";
}

/** @param {import("./text.js").Format} format @returns {Paper<import("./text.js").Sheet>} */
export const boardPaper = (format) => ({
  read: (text) => readSheet(text, format),
  write: writeSheet,
  flaw: flawOf,
  file: "board",
  mine: "my drawing",
  saved: "the saved board",
});

/** @template S */
export class Saving {
  /** @param {string} address of the project, or of its part @param {Work<S>} model @param {Opened} opened
   * @param {Paper<S>} paper */
  constructor(address, model, opened, paper) {
    this.address = address;
    this.paper = paper;
    this.model = model;
    this.digest = opened.digest; // of the file that the drawing began with
    this.saved = paper.write(paper.read(opened.text));
    this.key = `offleash${address}`;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    this.sent = this.saved;
    this.sending = Promise.resolve();
    this.note = "";
    model.listen((isKept) => (isKept ? this.keep() : this.keepSoon()));
    element("save", HTMLButtonElement).addEventListener("click", () => this.save());
    document.getElementById("download")?.addEventListener("click", () => this.download());
  }

  get text() {
    return this.paper.write(this.model.kept);
  }

  /** After every edit: in this browser now, on the server soon. */
  keep() {
    clearTimeout(this.soon);
    this.soon = undefined;
    this.keepHere();
    this.tell();
    this.timer ??= setTimeout(() => (this.sending = this.send()), PAUSE);
  }

  /** Within a stroke, which may be a long one. */
  keepSoon() {
    this.soon ??= setTimeout(() => this.keep(), SOON);
  }

  keepHere() {
    const text = this.paper.write(this.model.sheet); // with the stroke that is not yet done
    const draft = { text, digest: this.digest, at: Date.now() / 1000 };
    try {
      if (text === this.saved) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify(draft));
    } catch {
      // a browser that keeps nothing: the server does
    }
  }

  async send() {
    this.timer = undefined;
    const text = this.paper.write(this.model.sheet);
    if (text === this.sent) return;
    try {
      // When it was written, not when it arrives: it may be overtaken by what the browser keeps.
      await ask(`${this.address}/draft`, { text, digest: this.digest, at: Date.now() / 1000 });
      this.sent = text;
      this.note = "";
    } catch (error) {
      this.note = error instanceof Refused ? error.message : "";
      this.timer ??= setTimeout(() => (this.sending = this.send()), RETRY);
    }
    this.tell();
  }

  tell() {
    const isSaved = this.text === this.saved;
    const kept = this.note ? `Not saved; kept in this browser. ${this.note}` : "Not saved; a draft is kept.";
    setText(element("state", HTMLElement), isSaved ? "Saved" : kept);
  }

  async save() {
    const text = this.text;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.ask("");
    await this.sending; // a draft that came after it would be taken for a newer one
    try {
      const { digest } = await ask(`${this.address}/${this.paper.file}`, { text, digest: this.digest });
      this.digest = digest;
      this.saved = text;
      localStorage.removeItem(this.key);
      this.sent = text;
      this.note = "";
      if (this.text !== text) this.keep(); // drawn while it was saved
      this.tell();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 409) this.changed(error.message);
      else this.ask(`This was not saved. ${error.message}`, ["Close", () => this.ask("")]);
    }
  }

  /** The file is no longer what the drawing began with: the person decides. @param {string} sentence */
  changed(sentence) {
    this.ask(
      sentence,
      [`Take the file; ${this.paper.mine} stays in Undo`, () => this.attempt(this.take())],
      ["Write mine over it", () => this.attempt(this.overwrite())],
      ["Neither now", () => this.ask("")],
    );
  }

  /** What the server refuses is told. @param {Promise<void>} deed */
  async attempt(deed) {
    try {
      await deed;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.ask(error.message, ["Close", () => this.ask("")]);
    }
  }

  async take() {
    const { text, digest } = await ask(`${this.address}/${this.paper.file}`);
    const flaw = await this.paper.flaw(this.address, text);
    if (flaw) throw new Refused(422, flaw);
    this.digest = digest;
    const sheet = this.paper.read(text);
    this.saved = this.paper.write(sheet);
    this.model.edit(sheet);
    this.ask("");
    this.tell();
  }

  async overwrite() {
    this.digest = (await ask(`${this.address}/${this.paper.file}`)).digest;
    await this.save();
  }

  /** A question above the board; none where there is no sentence.
   * @param {string} sentence @param {[string, () => void][]} answers */
  ask(sentence, ...answers) {
    const place = element("choice", HTMLElement);
    place.hidden = !sentence;
    const buttons = answers.map(([word, deed]) => makeButton(word, deed));
    place.replaceChildren(make("p", "", sentence), make("div", "row", ...buttons));
  }

  download() {
    const link = make("a", "");
    link.href = URL.createObjectURL(new Blob([this.text], { type: "text/plain" }));
    link.download = `${this.address.split("/").at(-1)}.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** What was drawn and not saved when the page was last left, the newest of browser and server.
   * @param {Draft | null} draft @returns {Draft | null} */
  found(draft) {
    const drafts = [draft, this.local()].filter((each) => each !== null && each.text !== this.saved);
    return drafts.reduce((one, other) => (one && other && one.at > other.at ? one : other), null);
  }

  /** @returns {Draft | null} */
  local() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "null");
      return typeof kept?.text === "string" ? kept : null;
    } catch {
      return null;
    }
  }

  /** Goes on with a draft; what is saved is one Undo away. @param {Draft} draft */
  restore(draft) {
    if (draft.digest) this.digest = draft.digest;
    this.model.edit(this.paper.read(draft.text));
    this.ask(
      "This is what you made last and did not save.",
      ["Go on with it", () => this.ask("")],
      [`Back to ${this.paper.saved}`, () => this.attempt(this.take())],
    );
  }
}
