/** The cards of a project: a deck is opened, and the parts of the page are put together. */
import { element, make, setText } from "../../web/assets/page.js";
import { CardFields } from "./card_fields.js";
import { Deck } from "./deck.js";
import { Saving } from "./saving.js";
import { Refused, ask } from "./server.js";
import { Wall, faceOf } from "./wall.js";

/** @typedef {import("./deck.js").Card} Card */
/** @typedef {import("./card_fields.js").Bench} Bench */

const PAUSE = 120; // milliseconds after a change until the cards are checked
const RETRY = 3000;

/** @type {import("./saving.js").Paper<Card[]>} */
const CARDS = {
  read: (text) => JSON.parse(text),
  write: (cards) => JSON.stringify(cards),
  file: "file",
  flaw: async () => "", // a deck that can't be read is not handed out
  mine: "my deck",
  saved: "the saved deck",
};

/** @param {string} address */
async function open(address) {
  const opened = await ask(`${address}/file`);
  const deck = new Deck(CARDS.read(opened.text));
  /** @type {Bench} */
  const bench = opened.bench;
  const fields = new CardFields(deck, bench);
  const wall = new Wall(deck, () => fields.focus());
  const saving = new Saving(address, deck, opened, CARDS);
  const check = checker(address, deck, wall, fields);
  const show = () => {
    wall.draw();
    fields.draw();
    fields.tell(wall.problems[deck.chosen] ?? "");
    showTotals(deck, bench);
  };
  deck.listen((isKept) => {
    show();
    if (isKept) check();
  });
  listenToButtons(deck, bench, wall, fields);
  listenToKeys(deck, saving);
  element("cards", HTMLElement).hidden = false;
  show();
  check();
  const draft = saving.found(opened.draft);
  if (draft && isDeck(draft.text)) saving.restore(draft);
  saving.tell();
}

/** @param {string} text */
function isDeck(text) {
  try {
    const cards = JSON.parse(text);
    return Array.isArray(cards) && cards.every((each) => Array.isArray(each?.effects));
  } catch {
    return false;
  }
}

/** Checks the cards soon after the last change, and gets the pictures of those that look otherwise.
 * @param {string} address @param {Deck} deck @param {Wall} wall @param {CardFields} fields */
function checker(address, deck, wall, fields) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let running = new AbortController();
  const run = async () => {
    running.abort();
    running = new AbortController();
    const [cards, draw] = [deck.sheet, wall.missing];
    try {
      const told = await ask(`${address}/check`, { text: CARDS.write(cards), draw }, running.signal);
      for (const n of draw) {
        const card = cards[n];
        if (card && told.pictures[n]) wall.pictures.set(faceOf(card), told.pictures[n]);
      }
      wall.problems = told.problems;
      wall.draw();
      fields.tell(wall.problems[deck.chosen] ?? "");
      setText(element("problem", HTMLElement), told.problem);
    } catch (error) {
      if (error instanceof Refused) {
        setText(element("problem", HTMLElement), error.message);
        if (!error.status) timer = setTimeout(run, RETRY);
      } else if (!(error instanceof DOMException)) throw error;
    }
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE);
  };
}

/** @param {Deck} deck @param {Bench} bench */
function showTotals(deck, bench) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of deck.sheet) {
    const category = String(card.category || "without a category");
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  const each = [...counts].map(([category, count]) => `${count} ${category}`).join(", ");
  setText(element("total", HTMLElement), `${deck.sheet.length} of at most ${bench.most_cards} cards: ${each}`);
  const card = deck.sheet[deck.chosen];
  setText(element("which", HTMLElement), card ? `Card ${deck.chosen + 1}: ${card.id}` : "No card");
  const isFull = deck.sheet.length >= bench.most_cards;
  for (const [id, isOff] of /** @type {[string, boolean][]} */ ([
    ["undo", !deck.past.length],
    ["redo", !deck.future.length],
    ["add", isFull],
    ["copy", isFull || !card],
    ["earlier", deck.chosen === 0],
    ["later", deck.chosen >= deck.sheet.length - 1],
    ["remove", deck.sheet.length < 2],
  ])) {
    element(id, HTMLButtonElement).disabled = isOff;
  }
}

/** An id that no card has: the next number. @param {Deck} deck @param {string} like */
function freshId(deck, like) {
  const taken = new Set(deck.sheet.map((card) => String(card.id).toLowerCase()));
  const [, stem = "C", digits = "0"] = /^(.*?)(\d+)$/.exec(like) ?? [];
  let number = Number(digits);
  while (taken.has(`${stem}${String(number).padStart(digits.length, "0")}`.toLowerCase())) number += 1;
  return `${stem}${String(number).padStart(digits.length, "0")}`;
}

/** @param {Deck} deck @param {Bench} bench @param {Wall} wall @param {CardFields} fields */
function listenToButtons(deck, bench, wall, fields) {
  const here = () => deck.sheet[deck.chosen];
  /** @type {Record<string, () => void>} */
  const deeds = {
    undo: () => deck.undo(),
    redo: () => deck.redo(),
    add: () => {
      const category = String(here()?.category ?? "");
      deck.add({ ...bench.blank, category, id: freshId(deck, String(bench.blank.id)) });
      fields.focus();
    },
    copy: () => {
      const card = here();
      if (card) deck.add({ ...card, was: "", id: freshId(deck, String(bench.blank.id)) });
    },
    earlier: () => deck.move(-1),
    later: () => deck.move(1),
    remove: () => {
      deck.remove();
      wall.focus();
    },
  };
  for (const [id, deed] of Object.entries(deeds)) element(id, HTMLButtonElement).addEventListener("click", deed);
}

/** @param {Deck} deck @param {{save: () => void}} saving */
function listenToKeys(deck, saving) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "s") saving.save();
    else if (key === "z" && !event.shiftKey) deck.undo();
    else if (key === "y" || key === "z") deck.redo();
    else return;
    event.preventDefault();
  });
}

const { project, deck } = element("cards", HTMLElement).dataset;
open(`/studio/${encodeURIComponent(project ?? "")}/cards/${encodeURIComponent(deck ?? "")}`).catch((error) => {
  if (!(error instanceof Refused)) throw error;
  element("broken", HTMLElement).replaceChildren(make("span", "", error.message));
});
