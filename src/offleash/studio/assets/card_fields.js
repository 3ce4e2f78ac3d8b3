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

  /** @param {Partial<Card>} fields @param {string} field */
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
        ? chooser(id, line.choices, value, (chosen) => this.deck.change({ [line.key]: chosen }))
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
      this.deck.change({ effects: [...card.effects, ""] });
      document.getElementById(`effect-${card.effects.length}`)?.focus();
    });
    add.id = "add-effect";
    add.disabled = rows.length >= this.bench.most_effects;
    return make("fieldset", "effects", make("legend", "", "What it does"), ...rows, add);
  }

  /** @param {Card} card @param {string} text @param {number} n */
  #effect(card, text, n) {
    const { bench } = this;
    const effect = readEffect(text, bench);
    const put = (/** @type {string} */ written, /** @type {string} */ field = "") => {
      const effects = (this.card ?? card).effects.map((each, at) => (at === n ? written : each));
      if (field) this.#type({ effects }, field);
      else this.deck.change({ effects });
    };
    const kinds = /** @type {[string, string][]} */ (bench.effects.map(({ key, words }) => [key, words]));
    if (!effect.kind) kinds.unshift([text, text ? `not known: ${text}` : "choose an effect"]);
    const row = make("div", "effect");
    row.append(named(`Effect ${n + 1}`, chooser(`effect-${n}`, kinds, effect.kind?.key ?? text, (key) => {
      const kind = bench.effects.find((each) => each.key === key);
      if (kind) put(writeEffect(begun(effect.who, kind), bench));
    })));
    effect.kind?.parts.forEach((part, at) => {
      const value = effect.values[at] ?? "";
      const with_ = (/** @type {string} */ chosen) => {
        const now = readEffect((this.card ?? card).effects[n] ?? "", bench);
        const values = (now.kind ?? effect.kind)?.parts.map((_, each) => (each === at ? chosen : (now.values[each] ?? ""))) ?? [];
        return writeEffect({ ...effect, who: now.who, values }, bench);
      };
      const id = `effect-${n}-${at}`;
      row.append(named(`${part.label}, effect ${n + 1}`, part.choices.length
        ? chooser(id, part.choices, value, (chosen) => put(with_(chosen)))
        : amount(id, part, value, (typed) => put(with_(signed(typed)), id))));
    });
    if (effect.kind && effect.kind.who.length > 1) {
      const whose = bench.who.filter(([key]) => effect.kind?.who.includes(key));
      row.append(named(`Whom, effect ${n + 1}`, chooser(`effect-${n}-who`, whose, effect.who, (who) => {
        const now = readEffect((this.card ?? card).effects[n] ?? "", bench);
        put(writeEffect({ ...now, who }, bench));
      })));
    } else if (effect.kind) row.append(make("span", "whom soft small", "for everybody"));
    if (card.effects.length > 1) {
      const gone = makeButton("×", () => {
        this.deck.change({ effects: card.effects.filter((_, at) => at !== n) });
        document.getElementById("add-effect")?.focus();
      }, "small");
      row.append(named(`Take effect ${n + 1} away`, gone));
    }
    return row;
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
