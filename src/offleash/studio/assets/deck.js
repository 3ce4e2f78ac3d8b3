/** A deck and its history: every change can be undone, without limit. */

/** @typedef {{was: string, effects: string[], [field: string]: string | string[]}} Card */

export class Deck {
  /** @param {Card[]} cards */
  constructor(cards) {
    this.sheet = cards;
    this.current = 0; // the number of the current card
    /** @type {Card[][]} */
    this.past = [];
    /** @type {Card[][]} */
    this.future = [];
    this.typed = ""; // the field of the last change
    /** @type {((isCommitted: boolean) => void)[]} */
    this.listeners = [];
  }

  get committed() {
    return this.sheet;
  }

  /** @param {(isCommitted: boolean) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** Adds a step to the history; typing in one field is one step. @param {Card[]} cards @param {string} [field] */
  edit(cards, field = "") {
    if (JSON.stringify(cards) === JSON.stringify(this.sheet)) return false;
    if (!field || field !== this.typed) this.past.push(this.sheet);
    this.typed = field;
    this.future = [];
    this.#replace(cards);
    return true;
  }

  /** Changes fields of the current card. @param {Partial<Card>} fields @param {string} [field] that is typed in */
  change(fields, field = "") {
    const cards = this.sheet.map((card, n) => (n === this.current ? /** @type {Card} */ ({ ...card, ...fields }) : card));
    return this.edit(cards, field && `${this.current} ${field}`);
  }

  /** Inserts a card after the current one, and selects it. @param {Card} card */
  add(card) {
    const cards = [...this.sheet];
    cards.splice(this.current + 1, 0, card);
    this.current = Math.min(this.current + 1, cards.length - 1);
    return this.edit(cards);
  }

  remove() {
    const cards = this.sheet.filter((_, n) => n !== this.current);
    this.current = Math.max(0, Math.min(this.current, cards.length - 1));
    return this.edit(cards);
  }

  /** Moves the current card. @param {number} places */
  move(places) {
    const to = this.current + places;
    if (to < 0 || to >= this.sheet.length) return false;
    const cards = [...this.sheet];
    cards.splice(to, 0, ...cards.splice(this.current, 1));
    this.current = to;
    return this.edit(cards);
  }

  /** @param {number} number */
  select(number) {
    this.typed = "";
    this.current = Math.max(0, Math.min(number, this.sheet.length - 1));
    for (const listener of this.listeners) listener(false);
  }

  undo() {
    return this.#step(this.past, this.future);
  }

  redo() {
    return this.#step(this.future, this.past);
  }

  /** @param {Card[][]} from @param {Card[][]} to */
  #step(from, to) {
    const cards = from.pop();
    if (!cards) return false;
    to.push(this.sheet);
    this.typed = "";
    const changed = cards.findIndex((card, n) => card !== this.sheet[n]);
    if (changed >= 0) this.current = changed;
    this.#replace(cards);
    return true;
  }

  /** @param {Card[]} cards */
  #replace(cards) {
    this.sheet = cards;
    this.current = Math.max(0, Math.min(this.current, cards.length - 1));
    for (const listener of this.listeners) listener(true);
  }
}
