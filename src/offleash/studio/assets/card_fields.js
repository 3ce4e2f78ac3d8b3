/** The fields of the current card, which offer only what the deck allows. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { newEffect, readEffect, withSign, writeEffect } from "./effects.js";

/** @typedef {import("./deck.js").Deck} Deck */
/** @typedef {import("./deck.js").Card} Card */
/** @typedef {import("./effects.js").Words} Words */
/** @typedef {{key: string, label: string, longest: number, choices: [string, string][], is_needed: boolean}} Line */
/** @typedef {Words & {fields: Line[], most_effects: number, most_cards: number, title: string, blank: Card}} Bench */

export class CardFields {
  /** @param {Deck} deck @param {Bench} bench */
  constructor(deck, bench) {
    this.deck = deck;
    this.bench = bench;
    this.isTyping = false;
    this.place = element("fields", HTMLElement);
  }

  get card() {
    return this.deck.sheet[this.deck.current];
  }

  focus() {
    this.place.querySelector("input")?.focus();
  }

  /** Redraws the fields, except while the user types. */
  draw() {
    if (this.isTyping) return;
    const focus = document.activeElement?.id ?? "";
    const { card } = this;
    const lines = card ? this.#lines(card) : [];
    if (card) lines.splice(this.bench.fields.findIndex(({ key }) => key === "id"), 0, this.#effects(card));
    this.place.replaceChildren(...lines);
    if (focus && this.place.contains(document.getElementById(focus))) document.getElementById(focus)?.focus();
  }

  /** @param {string} problem */
  showProblem(problem) {
    setText(element("flaw", HTMLElement), problem);
    for (const input of this.place.querySelectorAll("input")) {
      if (problem && !input.checkValidity()) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }

  /** Changes the card without redrawing the field in use. @param {Partial<Card>} fields @param {string} field */
  #type(fields, field) {
    this.isTyping = true;
    this.deck.change(fields, field);
    this.isTyping = false;
  }

  /** @param {Card} card @returns {HTMLElement[]} */
  #lines(card) {
    return this.bench.fields.map((line) => {
      const id = `card-${line.key}`;
      const value = String(card[line.key] ?? "");
      const control = line.choices.length
        ? makeSelect(id, line.choices, value, (choice) => this.#type({ [line.key]: choice }, ""))
        : this.#input(id, line, value);
      return makeField(id, line.label, control, line.key);
    });
  }

  /** @param {string} id @param {Line} line @param {string} value */
  #input(id, line, value) {
    const input = make("input", "");
    Object.assign(input, { id, value, maxLength: line.longest, required: line.is_needed, autocomplete: "off" });
    input.addEventListener("input", () => this.#type({ [line.key]: input.value }, line.key));
    if (line.key === "category") {
      input.setAttribute("list", "categories");
      const known = new Set(this.deck.sheet.map((card) => String(card[line.key] ?? "")).filter(Boolean));
      element("categories", HTMLElement).replaceChildren(...[...known].map((name) => new Option(name, name)));
    }
    return input;
  }

  /** @param {Card} card */
  #effects(card) {
    const rows = card.effects.map((text, n) => this.#effect(card, text, n));
    const add = makeButton("Add an effect", () => {
      const { effects } = this.card ?? card;
      this.deck.change({ effects: [...effects, ""] });
      document.getElementById(`effect-${effects.length}`)?.focus();
    });
    add.id = "add-effect";
    add.disabled = rows.length >= this.bench.most_effects;
    return make("fieldset", "effects", make("legend", "", "What it does"), ...rows, add);
  }

  /** A row: the kind of the effect, and its parts. @param {Card} card @param {string} text @param {number} n */
  #effect(card, text, n) {
    const { bench } = this;
    const { kind } = readEffect(text, bench);
    const kinds = /** @type {[string, string][]} */ (bench.effects.map(({ key, words }) => [key, words]));
    if (!kind) kinds.unshift([text, text ? `unknown: ${text}` : "choose an effect"]);
    const rest = make("span", "rest");
    const choose = (/** @type {string} */ key) => {
      const choice = bench.effects.find((effect) => effect.key === key);
      if (choice) this.#setEffect(n, newEffect(this.#effectAt(n).target, choice));
      rest.replaceChildren(...this.#parts(n));
    };
    rest.append(...this.#parts(n));
    const row = make("div", "effect", withLabel(`Effect ${n + 1}`, makeSelect(`effect-${n}`, kinds, kind?.key ?? text, choose)));
    if (card.effects.length > 1) {
      const remove = makeButton("×", () => {
        this.deck.change({ effects: (this.card ?? card).effects.filter((_, at) => at !== n) });
        document.getElementById("add-effect")?.focus();
      }, "small");
      row.append(withLabel(`Remove effect ${n + 1}`, remove));
    }
    row.append(rest);
    return row;
  }

  /** An effect of the current card. @param {number} n */
  #effectAt(n) {
    return readEffect(this.card?.effects[n] ?? "", this.bench);
  }

  /** @param {number} n @param {import("./effects.js").Effect} effect @param {string} [field] that is typed in */
  #setEffect(n, effect, field = "") {
    const text = writeEffect(effect, this.bench);
    this.#type({ effects: this.card?.effects.map((old, at) => (at === n ? text : old)) ?? [] }, field);
  }

  /** The controls for the parts of an effect, and for the players it affects. @param {number} n */
  #parts(n) {
    const { kind, values, target } = this.#effectAt(n);
    if (!kind) return [];
    const parts = kind.parts.map((part, at) => {
      const id = `effect-${n}-${at}`;
      const put = (/** @type {string} */ value, field = "") => {
        const effect = this.#effectAt(n);
        const all = kind.parts.map((_, number) => (number === at ? value : (effect.values[number] ?? "")));
        this.#setEffect(n, { ...effect, kind, values: all }, field);
      };
      const control = part.choices.length
        ? makeSelect(id, part.choices, values[at] ?? "", put)
        : makeNumberInput(id, part, values[at] ?? "", (text) => put(withSign(text), id));
      return withLabel(`${part.label}, effect ${n + 1}`, control);
    });
    const players = this.bench.who.filter(([key]) => kind.who.includes(key));
    if (players.length < 2) return [...parts, make("span", "whom soft small", `for ${players[0]?.[1] ?? ""}`)];
    const choose = (/** @type {string} */ choice) => this.#setEffect(n, { ...this.#effectAt(n), target: choice });
    return [...parts, withLabel(`Players, effect ${n + 1}`, makeSelect(`effect-${n}-who`, players, target, choose))];
  }
}

/** @param {string} id @param {string} label @param {HTMLElement} control @param {string} key */
function makeField(id, label, control, key) {
  const word = make("label", "", label);
  word.htmlFor = id;
  return make("div", `field ${key}`, word, control);
}

/** @template {HTMLElement} T @param {string} label @param {T} control */
function withLabel(label, control) {
  control.setAttribute("aria-label", label);
  return control;
}

/** @param {string} id @param {[string, string][]} choices @param {string} value @param {(choice: string) => void} choose */
function makeSelect(id, choices, value, choose) {
  const select = make("select", "", ...choices.map(([key, words]) => new Option(words, key, false, key === value)));
  select.id = id;
  if (!choices.some(([key]) => key === value)) select.prepend(new Option(value || "choose", value, true, true));
  select.addEventListener("change", () => choose(select.value));
  return select;
}

/** @param {string} id @param {import("./effects.js").Part} part @param {string} value @param {(text: string) => void} onInput */
function makeNumberInput(id, part, value, onInput) {
  const input = make("input", "amount");
  Object.assign(input, { id, type: "number", min: String(part.low), max: String(part.high), required: true });
  input.value = value.replace("+", "");
  input.addEventListener("input", () => onInput(input.value));
  return input;
}
