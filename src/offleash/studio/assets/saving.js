/** Saves every edit: in the browser at once, as a draft on the server soon, in the file on Save. */
import { download, element, make, makeButton, setText } from "../../web/assets/page.js";
import { RequestError, fetchJson } from "./server.js";
import { readSheet, writeSheet } from "./sheet.js";

/** What is edited; listeners are called after every change.
 * @template S @typedef {{sheet: S, committed: S, edit: (sheet: S) => unknown, listen: (listener: (isCommitted: boolean) => void) => void}} Editable */
/** How it is written as text, where its file is, and what it is called on the page.
 * @template S
 * @typedef {object} DocumentType
 * @property {(text: string) => S} read
 * @property {(sheet: S) => string} write
 * @property {string} file the last part of the address
 * @property {(address: string, text: string) => Promise<string>} findProblem why a file can't be loaded, or ""
 * @property {string} draftLabel
 * @property {string} savedLabel
 * @property {boolean} [canMerge] the server merges two edits of it
 */
/** @typedef {{text: string, digest: string, at: number}} Draft at: seconds since 1970 */
/** @typedef {{text: string, digest: string, draft: Draft | null}} Opened */

const LOCAL_DELAY_MS = 200, DRAFT_DELAY_MS = 400; // after a change
const RETRY_DELAY_MS = 3000;
const WATCH_DELAY_MS = 3000; // between looks at the saved file
const MOST_CONFLICTS = 8; // that a question names

/** @param {string} address @param {string} text */
async function findProblem(address, text) {
  const { problem } = await fetchJson(`${address}/check`, { text, views: [] });
  return problem ? `The file can't be drawn: ${problem.sentence}.` : "";
}

/** @param {import("./sheet.js").Format} format @returns {DocumentType<import("./sheet.js").Sheet>} */
export const boardDocument = (format) => ({
  read: (text) => readSheet(text, format),
  write: writeSheet,
  findProblem,
  file: "board",
  draftLabel: "my drawing",
  savedLabel: "the saved board",
  canMerge: true,
});

/** @template S */
export class Saving {
  /** @param {string} address of the project, or of its part @param {Editable<S>} model @param {Opened} opened
   * @param {DocumentType<S>} type */
  constructor(address, model, opened, type) {
    this.address = address;
    this.type = type;
    this.model = model;
    this.digest = opened.digest; // of the file on which the draft is based
    this.saved = type.write(type.read(opened.text));
    this.key = `offleash${address}`;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.draftTimer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.localTimer = undefined;
    this.sent = this.saved;
    this.sending = Promise.resolve();
    this.error = "";
    this.seen = ""; // the digest of a file that somebody else saved
    this.questions = 0; // how often a question was shown or hidden
    this.saves = 0; // under way: they ask their own questions
    this.saving = Promise.resolve(); // the last of them
    model.listen((isCommitted) => (isCommitted ? this.autosave() : this.autosaveSoon()));
    element("save", HTMLButtonElement).addEventListener("click", () => this.save());
    document.getElementById("download")?.addEventListener("click", () => this.download());
  }

  get text() {
    return this.type.write(this.model.committed);
  }

  /** Stores an edit in this browser now, and as a draft on the server soon. */
  autosave() {
    clearTimeout(this.localTimer);
    this.localTimer = undefined;
    this.storeLocally();
    this.showState();
    this.draftTimer ??= setTimeout(() => (this.sending = this.send()), DRAFT_DELAY_MS);
  }

  /** Autosaves during a stroke, which may be a long one. */
  autosaveSoon() {
    this.localTimer ??= setTimeout(() => this.autosave(), LOCAL_DELAY_MS);
  }

  storeLocally() {
    const text = this.type.write(this.model.sheet); // with the pending stroke
    const draft = { text, digest: this.digest, at: Date.now() / 1000 };
    try {
      if (text === this.saved) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify(draft));
    } catch {
      // storage is disabled: the draft on the server remains
    }
  }

  async send() {
    this.draftTimer = undefined;
    const text = this.type.write(this.model.sheet);
    if (text === this.sent) return;
    try {
      // The time of writing, not of arrival, to compare with the browser's copy.
      await fetchJson(`${this.address}/draft`, { text, digest: this.digest, at: Date.now() / 1000 });
      this.sent = text;
      this.error = "";
    } catch (error) {
      this.error = error instanceof RequestError ? error.message : "";
      this.draftTimer ??= setTimeout(() => (this.sending = this.send()), RETRY_DELAY_MS);
    }
    this.showState();
  }

  showState() {
    const isSaved = this.text === this.saved;
    const unsaved = this.error ? `Not saved; stored in this browser. ${this.error}` : "Not saved; a draft is stored.";
    setText(element("state", HTMLElement), isSaved ? "Saved" : unsaved);
  }

  /** Saves one after the other: the second must know what the first has written. */
  save() {
    this.saves += 1;
    this.showQuestion("");
    const next = () => this.trySaving().finally(() => (this.saves -= 1));
    this.saving = this.saving.then(next, next);
    return this.saving;
  }

  async trySaving() {
    const text = this.text;
    clearTimeout(this.draftTimer);
    this.draftTimer = undefined;
    await this.sending; // a draft that arrived later would look newer
    try {
      const field = document.getElementById("note"), note = field instanceof HTMLInputElement ? field.value : "";
      const { digest } = await fetchJson(`${this.address}/${this.type.file}`, { text, digest: this.digest, note });
      if (field instanceof HTMLInputElement) field.value = "";
      this.digest = digest;
      this.saved = text;
      localStorage.removeItem(this.key);
      localStorage.removeItem(this.key.replace(/\/boards\/board\.txt$/, ""));
      this.sent = text;
      this.error = "";
      if (this.text !== text) this.autosave(); // edited while it was saved
      this.showState();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 409) await this.merge(error.message);
      else this.showQuestion(`Not saved. ${error.message}${this.wayOut(error)}`, ["Close", () => this.showQuestion("")]);
    }
  }

  /** Says how to keep a drawing whose file was renamed or deleted. @param {RequestError} error */
  wayOut(error) {
    const canDownload = document.getElementById("download") !== null;
    return error.status === 404 && canDownload ? " Download it, and import it on the overview under another name." : "";
  }

  /** Looks every few seconds whether somebody else saved the file, and merges it. */
  watch() {
    setInterval(async () => {
      if (document.hidden || this.saves || !element("choice", HTMLElement).hidden) return;
      const known = this.digest;
      const { digest } = await fetchJson(`${this.address}/digest`).catch(() => ({ digest: known }));
      if (digest === known || known !== this.digest || digest === this.seen) return;
      this.seen = digest; // so that a question is asked once
      await this.merge("Somebody else saved this board.", false);
    }, WATCH_DELAY_MS);
  }

  /** Merges the drawing with a file that somebody else saved; asks only where both changed the same.
   * @param {string} message why @param {boolean} [saves] the merged board at once */
  async merge(message, saves = true) {
    if (!this.type.canMerge) return this.resolveConflict(message);
    const { text, questions } = this;
    const merged = await fetchJson(`${this.address}/merge`, { text, digest: this.digest }).catch((error) => {
      if (!(error instanceof RequestError)) throw error;
      return null;
    });
    if (!saves && (this.saves || this.questions !== questions || this.text !== text)) {
      this.seen = ""; // a save or an edit came first: the next look tries again
      return undefined;
    }
    if (!merged) return this.resolveConflict(message);
    if (this.text !== text) return this.trySaving(); // edited while it was merged
    const apply = (/** @type {string} */ side) => {
      this.showQuestion("");
      this.digest = merged.digest;
      this.saved = this.type.write(this.type.read(merged.saved));
      this.model.edit(this.type.read(side));
      this.autosave();
      if (saves) this.save();
    };
    if (!merged.conflicts.length) return apply(merged.mine);
    this.showQuestion(
      `${message} Both of you changed the same places. ${merged.conflicts.slice(0, MOST_CONFLICTS).join(" ")}`,
      ["Keep mine", () => apply(merged.mine)],
      ["Keep theirs", () => apply(merged.theirs)],
      ["Decide later", () => this.showQuestion("")],
    );
  }

  /** Asks what to do with a file that has changed. @param {string} message */
  resolveConflict(message) {
    this.showQuestion(
      message,
      [`Load the file; Undo brings back ${this.type.draftLabel}`, () => this.attempt(this.loadSaved())],
      ["Overwrite the file", () => this.attempt(this.overwrite())],
      ["Decide later", () => this.showQuestion("")],
    );
  }

  /** Shows the message if a request fails. @param {Promise<void>} action */
  async attempt(action) {
    try {
      await action;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.showQuestion(error.message, ["Close", () => this.showQuestion("")]);
    }
  }

  async loadSaved() {
    const { text, digest } = await fetchJson(`${this.address}/${this.type.file}`);
    const problem = await this.type.findProblem(this.address, text);
    if (problem) throw new RequestError(422, problem);
    this.digest = digest;
    const sheet = this.type.read(text);
    this.saved = this.type.write(sheet);
    this.model.edit(sheet);
    this.showQuestion("");
    this.showState();
  }

  async overwrite() {
    this.digest = (await fetchJson(`${this.address}/${this.type.file}`)).digest;
    await this.save();
  }

  /** Shows a question with its answers, or hides it if the message is empty.
   * @param {string} message @param {[string, () => void][]} answers */
  showQuestion(message, ...answers) {
    const place = element("choice", HTMLElement);
    this.questions += 1;
    place.hidden = !message;
    const buttons = answers.map(([word, action]) => makeButton(word, action));
    place.replaceChildren(make("p", "", message), make("div", "row", ...buttons));
  }

  download() {
    download(`${this.address.split("/").at(-1)}.txt`, new Blob([this.text], { type: "text/plain" }));
  }

  /** Returns the unsaved work of an earlier visit: the newer of the browser's and the server's.
   * @param {Draft | null} draft @returns {Draft | null} */
  newestDraft(draft) {
    const drafts = [draft, this.localDraft()].filter((one) => one !== null && one.text !== this.saved);
    return drafts.reduce((one, other) => (one && other && one.at > other.at ? one : other), null);
  }

  /** @returns {Draft | null} */
  localDraft() {
    try {
      // Earlier versions had one drawing for each project.
      const old = localStorage.getItem(this.key.replace(/\/boards\/board\.txt$/, ""));
      const draft = JSON.parse(localStorage.getItem(this.key) ?? old ?? "null");
      return typeof draft?.text === "string" ? draft : null;
    } catch {
      return null;
    }
  }

  /** Loads a draft; Undo returns to the saved file, by way of another unsaved draft. @param {Draft} draft */
  restore(draft) {
    if (draft.digest) this.digest = draft.digest;
    const own = this.localDraft();
    if (own && own.text !== draft.text && own.text !== this.saved) this.model.edit(this.type.read(own.text));
    this.model.edit(this.type.read(draft.text));
    this.showQuestion(
      "This is your unsaved work from last time.",
      ["Continue with it", () => this.showQuestion("")],
      [`Back to ${this.type.savedLabel}`, () => this.attempt(this.loadSaved())],
    );
  }
}
