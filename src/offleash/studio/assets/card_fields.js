/** The fields of the card at hand: only what the deck knows can be chosen. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { begun, readEffect, signed, writeEffect } from "./effects.js";

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
    return this.deck.sheet[this.deck.chosen];
  }

  focus() {
    this.place.querySelector("input")?.focus();
  }

  /** Anew, but for the field in which somebody writes. */
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
  tell(problem) {
    setText(element("flaw", HTMLElement), problem);
    for (const each of this.place.querySelectorAll("input")) {
      if (problem && !each.checkValidity()) each.setAttribute("aria-invalid", "true");
      else each.removeAttribute("aria-invalid");
    }
  }

  /** The fields stay as they are: somebody is writing. @param {Partial<Card>} fields @param {string} field */
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
      const filled = line.choices.length
        ? chooser(id, line.choices, value, (chosen) => this.#type({ [line.key]: chosen }, ""))
        : this.#input(id, line, value);
      return labelled(id, line.label, filled, line.key);
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
      element("categories", HTMLElement).replaceChildren(...[...known].map((each) => new Option(each, each)));
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

  /** A row: the kind of the effect, and what follows from it. @param {Card} card @param {string} text @param {number} n */
  #effect(card, text, n) {
    const { bench } = this;
    const { kind } = readEffect(text, bench);
    const kinds = /** @type {[string, string][]} */ (bench.effects.map(({ key, words }) => [key, words]));
    if (!kind) kinds.unshift([text, text ? `not known: ${text}` : "choose an effect"]);
    const rest = make("span", "rest");
    const choose = (/** @type {string} */ key) => {
      const wanted = bench.effects.find((each) => each.key === key);
      if (wanted) this.#put(n, begun(this.#now(n).who, wanted));
      rest.replaceChildren(...this.#rest(n));
    };
    rest.append(...this.#rest(n));
    const row = make("div", "effect", named(`Effect ${n + 1}`, chooser(`effect-${n}`, kinds, kind?.key ?? text, choose)));
    if (card.effects.length > 1) {
      const gone = makeButton("×", () => {
        this.deck.change({ effects: (this.card ?? card).effects.filter((_, at) => at !== n) });
        document.getElementById("add-effect")?.focus();
      }, "small");
      row.append(named(`Take effect ${n + 1} away`, gone));
    }
    row.append(rest);
    return row;
  }

  /** An effect of the card at hand, as it is now. @param {number} n */
  #now(n) {
    return readEffect(this.card?.effects[n] ?? "", this.bench);
  }

  /** @param {number} n @param {import("./effects.js").Effect} effect @param {string} [field] that is typed in */
  #put(n, effect, field = "") {
    const text = writeEffect(effect, this.bench);
    this.#type({ effects: this.card?.effects.map((each, at) => (at === n ? text : each)) ?? [] }, field);
  }

  /** What belongs to the kind of an effect, and whom it happens to. @param {number} n */
  #rest(n) {
    const { kind, values, who } = this.#now(n);
    if (!kind) return [];
    const parts = kind.parts.map((part, at) => {
      const id = `effect-${n}-${at}`;
      const put = (/** @type {string} */ value, field = "") => {
        const now = this.#now(n);
        const all = kind.parts.map((_, each) => (each === at ? value : (now.values[each] ?? "")));
        this.#put(n, { ...now, kind, values: all }, field);
      };
      const filled = part.choices.length
        ? chooser(id, part.choices, values[at] ?? "", put)
        : amount(id, part, values[at] ?? "", (typed) => put(signed(typed), id));
      return named(`${part.label}, effect ${n + 1}`, filled);
    });
    const whose = this.bench.who.filter(([key]) => kind.who.includes(key));
    if (whose.length < 2) return [...parts, make("span", "whom soft small", `for ${whose[0]?.[1] ?? ""}`)];
    const choose = (/** @type {string} */ chosen) => this.#put(n, { ...this.#now(n), who: chosen });
    return [...parts, named(`Whom, effect ${n + 1}`, chooser(`effect-${n}-who`, whose, who, choose))];
  }
}

/** @param {string} id @param {string} label @param {HTMLElement} filled @param {string} key */
function labelled(id, label, filled, key) {
  const word = make("label", "", label);
  word.htmlFor = id;
  return make("div", `field ${key}`, word, filled);
}

/** @template {HTMLElement} T @param {string} label @param {T} filled */
function named(label, filled) {
  filled.setAttribute("aria-label", label);
  return filled;
}

/** @param {string} id @param {[string, string][]} choices @param {string} value @param {(chosen: string) => void} choose */
function chooser(id, choices, value, choose) {
  const select = make("select", "", ...choices.map(([key, words]) => new Option(words, key, false, key === value)));
  select.id = id;
  if (!choices.some(([key]) => key === value)) select.prepend(new Option(value || "choose", value, true, true));
  select.addEventListener("change", () => choose(select.value));
  return select;
}

/** @param {string} id @param {import("./effects.js").Part} part @param {string} value @param {(typed: string) => void} type */
function amount(id, part, value, type) {
  const input = make("input", "amount");
  Object.assign(input, { id, type: "number", min: String(part.low), max: String(part.high), required: true });
  input.value = value.replace("+", "");
  input.addEventListener("input", () => type(input.value));
  return input;
}
