/** A deck and its history: every change can be taken back, without end. */

/** @typedef {{was: string, effects: string[], [field: string]: string | string[]}} Card */

export class Deck {
  /** @param {Card[]} cards */
  constructor(cards) {
    this.sheet = cards;
    this.chosen = 0; // the number of the card at hand
    /** @type {Card[][]} */
    this.past = [];
    /** @type {Card[][]} */
    this.future = [];
    this.typed = ""; // the field in which the last change was made
    /** @type {((isKept: boolean) => void)[]} */
    this.listeners = [];
  }

  get kept() {
    return this.sheet;
  }

  /** @param {(isKept: boolean) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** One step of the history; letters typed into one field are one. @param {Card[]} cards @param {string} [field] */
  edit(cards, field = "") {
    if (JSON.stringify(cards) === JSON.stringify(this.sheet)) return false;
    if (!field || field !== this.typed) this.past.push(this.sheet);
    this.typed = field;
    this.future = [];
    this.#show(cards);
    return true;
  }

  /** The card at hand with other fields. @param {Partial<Card>} fields @param {string} [field] that is typed in */
  change(fields, field = "") {
    const cards = this.sheet.map((card, n) => (n === this.chosen ? /** @type {Card} */ ({ ...card, ...fields }) : card));
    return this.edit(cards, field && `${this.chosen} ${field}`);
  }

  /** @param {Card} card behind the one at hand, and at hand from now on */
  add(card) {
    const cards = [...this.sheet];
    cards.splice(this.chosen + 1, 0, card);
    this.chosen = Math.min(this.chosen + 1, cards.length - 1);
    return this.edit(cards);
  }

  remove() {
    const cards = this.sheet.filter((_, n) => n !== this.chosen);
    this.chosen = Math.max(0, Math.min(this.chosen, cards.length - 1));
    return this.edit(cards);
  }

  /** Moves the card at hand by so many places. @param {number} by */
  move(by) {
    const to = this.chosen + by;
    if (to < 0 || to >= this.sheet.length) return false;
    const cards = [...this.sheet];
    cards.splice(to, 0, ...cards.splice(this.chosen, 1));
    this.chosen = to;
    return this.edit(cards);
  }

  /** @param {number} number */
  choose(number) {
    this.typed = "";
    this.chosen = Math.max(0, Math.min(number, this.sheet.length - 1));
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
    const differing = cards.findIndex((card, n) => card !== this.sheet[n]);
    if (differing >= 0) this.chosen = differing;
    this.#show(cards);
    return true;
  }

  /** @param {Card[]} cards */
  #show(cards) {
    this.sheet = cards;
    this.chosen = Math.max(0, Math.min(this.chosen, cards.length - 1));
    for (const listener of this.listeners) listener(true);
  }
}
