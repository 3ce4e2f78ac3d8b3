/** The cards of a deck side by side, as printed. */
import { element, make, setText } from "../../web/assets/page.js";

/** @typedef {import("./deck.js").Card} Card */
/** @typedef {import("./deck.js").Deck} Deck */

/** The key of a card's picture. @param {Card} card */
export const pictureKey = ({ was: _, ...face }) => JSON.stringify(face);

export class CardGrid {
  /** @param {Deck} deck @param {() => void} enter moves the focus to the fields of the current card */
  constructor(deck, enter) {
    this.deck = deck;
    /** @type {Map<string, string>} */
    this.pictures = new Map();
    /** @type {string[]} */
    this.problems = [];
    this.list = element("wall", HTMLElement);
    this.list.addEventListener("keydown", (event) => this.#press(event, enter));
    this.list.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button?.dataset.number) deck.select(Number(button.dataset.number));
    });
  }

  /** @param {KeyboardEvent} event @param {() => void} enter */
  #press(event, enter) {
    const { deck } = this;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.#columns(), ArrowUp: -this.#columns() }[event.key];
    if (step !== undefined && event.altKey) deck.move(step);
    else if (step !== undefined) deck.select(deck.current + step);
    else if (event.key === "Home") deck.select(0);
    else if (event.key === "End") deck.select(deck.sheet.length - 1);
    else if (event.key === "Delete") deck.remove();
    else if (event.key === "Enter") enter();
    else return;
    event.preventDefault();
    if (event.key !== "Enter") this.focus();
  }

  #columns() {
    const tops = [...this.list.children].map((item) => item.getBoundingClientRect().top);
    return Math.max(1, tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 2).length);
  }

  focus() {
    const button = this.list.children[this.deck.current]?.firstElementChild;
    if (button instanceof HTMLElement) button.focus();
  }

  /** The numbers of the cards without a picture. */
  get missing() {
    return this.deck.sheet.flatMap((card, n) => (this.pictures.has(pictureKey(card)) ? [] : [n]));
  }

  draw() {
    const { sheet, current } = this.deck;
    while (this.list.children.length > sheet.length) this.list.lastElementChild?.remove();
    while (this.list.children.length < sheet.length) this.list.append(this.#blank());
    sheet.forEach((card, n) => this.#fill(/** @type {HTMLElement} */ (this.list.children[n]), card, n, n === current));
  }

  #blank() {
    const button = make("button", "card", make("img", ""), make("span", "flaw", "!"), make("span", "unseen"));
    button.type = "button";
    return make("li", "", button);
  }

  /** @param {HTMLElement} item @param {Card} card @param {number} number @param {boolean} isCurrent */
  #fill(item, card, number, isCurrent) {
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    const [image, , words] = button.children;
    const problem = this.problems[number] ?? "";
    const svg = this.pictures.get(pictureKey(card));
    button.dataset.number = String(number);
    button.tabIndex = isCurrent ? 0 : -1;
    button.setAttribute("aria-current", String(isCurrent));
    button.classList.toggle("wrong-card", Boolean(problem));
    if (words instanceof HTMLElement) setText(words, `${card.id}, ${card.name}${problem ? `. ${problem}` : ""}`);
    if (!(image instanceof HTMLImageElement)) return;
    image.alt = "";
    const source = svg && `data:image/svg+xml,${encodeURIComponent(svg)}`;
    if (source && image.src !== source) image.src = source;
  }
}
