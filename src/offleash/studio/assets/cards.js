/** The cards of a project: opens a deck and connects the parts of the page. */
import { download, element, make, setText } from "../../web/assets/page.js";
import { CardFields } from "./card_fields.js";
import { Deck } from "./deck.js";
import { Saving } from "./saving.js";
import { RequestError, fetchJson, makeChecker } from "./server.js";
import { CardGrid, pictureKey } from "./card_grid.js";

/** @typedef {import("./deck.js").Card} Card */
/** @typedef {import("./card_fields.js").Bench} Bench */

/** @type {import("./saving.js").DocumentType<Card[]>} */
const CARDS = {
  read: (text) => JSON.parse(text),
  write: (cards) => JSON.stringify(cards),
  file: "file",
  findProblem: async () => "", // the server only sends decks that it can read
  draftLabel: "my deck",
  savedLabel: "the saved deck",
};

/** @param {string} address */
async function open(address) {
  const opened = await fetchJson(`${address}/file`);
  const deck = new Deck(CARDS.read(opened.text));
  /** @type {Bench} */
  const bench = opened.bench;
  const fields = new CardFields(deck, bench);
  const grid = new CardGrid(deck, () => fields.focus());
  const saving = new Saving(address, deck, opened, CARDS);
  const check = checkCards(address, deck, grid, fields);
  const show = () => {
    grid.draw();
    fields.draw();
    fields.showProblem(grid.problems[deck.current] ?? "");
    showTotals(deck, bench);
  };
  deck.listen((isCommitted) => {
    show();
    if (isCommitted) check();
  });
  listenToButtons(deck, bench, grid, fields);
  listenToKeys(deck, saving);
  listenToTables(address, deck);
  element("cards", HTMLElement).hidden = false;
  show();
  check();
  const draft = saving.newestDraft(opened.draft);
  if (draft && isDeck(draft.text)) saving.restore(draft);
  saving.showState();
}

/** @param {string} text */
function isDeck(text) {
  try {
    const cards = JSON.parse(text);
    return Array.isArray(cards) && cards.every((card) => Array.isArray(card?.effects));
  } catch {
    return false;
  }
}

/** Checks the cards, and loads the missing pictures.
 * @param {string} address @param {Deck} deck @param {CardGrid} grid @param {CardFields} fields */
function checkCards(address, deck, grid, fields) {
  return makeChecker(address, () => {
    const [cards, draw] = [deck.sheet, grid.missing];
    const show = (/** @type {any} */ result) => {
      for (const n of draw) {
        const card = cards[n];
        if (card && result.pictures[n]) grid.pictures.set(pictureKey(card), result.pictures[n]);
      }
      grid.problems = result.problems;
      grid.draw();
      fields.showProblem(grid.problems[deck.current] ?? "");
      setText(element("problem", HTMLElement), result.problem);
    };
    const showError = (/** @type {string} */ message) => setText(element("problem", HTMLElement), message);
    return { body: { text: CARDS.write(cards), draw }, show, showError };
  });
}

/** @param {Deck} deck @param {Bench} bench */
function showTotals(deck, bench) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of deck.sheet) {
    const category = String(card.category || "without a category");
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  const totals = [...counts].map(([category, count]) => `${count} ${category}`).join(", ");
  setText(element("total", HTMLElement), `${deck.sheet.length} of at most ${bench.most_cards} cards: ${totals}`);
  const card = deck.sheet[deck.current];
  setText(element("which", HTMLElement), card ? `Card ${deck.current + 1}: ${card.id}` : "No card");
  const isFull = deck.sheet.length >= bench.most_cards;
  for (const [id, isOff] of /** @type {[string, boolean][]} */ ([
    ["undo", !deck.past.length],
    ["redo", !deck.future.length],
    ["add", isFull],
    ["copy", isFull || !card],
    ["earlier", deck.current === 0],
    ["later", deck.current >= deck.sheet.length - 1],
    ["remove", deck.sheet.length < 2],
  ])) {
    element(id, HTMLButtonElement).disabled = isOff;
  }
}

/** Returns the next unused id. @param {Deck} deck @param {string} like */
function unusedId(deck, like) {
  const used = new Set(deck.sheet.map((card) => String(card.id).toLowerCase()));
  const [, stem = "C", digits = "0"] = /^(.*?)(\d+)$/.exec(like) ?? [];
  let number = Number(digits);
  while (used.has(`${stem}${String(number).padStart(digits.length, "0")}`.toLowerCase())) number += 1;
  return `${stem}${String(number).padStart(digits.length, "0")}`;
}

/** @param {Deck} deck @param {Bench} bench @param {CardGrid} grid @param {CardFields} fields */
function listenToButtons(deck, bench, grid, fields) {
  const currentCard = () => deck.sheet[deck.current];
  /** @type {Record<string, () => void>} */
  const actions = {
    undo: () => deck.undo(),
    redo: () => deck.redo(),
    add: () => {
      const category = String(currentCard()?.category ?? "");
      deck.add({ ...bench.blank, category, id: unusedId(deck, String(bench.blank.id)) });
      fields.focus();
    },
    copy: () => {
      const card = currentCard();
      if (card) deck.add({ ...card, was: "", id: unusedId(deck, String(bench.blank.id)) });
    },
    earlier: () => deck.move(-1),
    later: () => deck.move(1),
    remove: () => {
      deck.remove();
      grid.focus();
    },
  };
  for (const [id, action] of Object.entries(actions)) element(id, HTMLButtonElement).addEventListener("click", action);
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

/** Exports the cards as they are now, and imports others as one edit. @param {string} address @param {Deck} deck */
function listenToTables(address, deck) {
  const input = element("file", HTMLInputElement), problem = element("problem", HTMLElement);
  const attempt = async (/** @type {() => Promise<void>} */ action) => {
    try {
      setText(problem, "");
      await action();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setText(problem, error.message);
    }
  };
  const exportCards = async () => {
    const { csv } = await fetchJson(`${address}/csv`, { text: CARDS.write(deck.sheet) });
    download(`${address.split("/").at(-1)}.csv`, new Blob(["\ufeff", csv], { type: "text/csv" })); // Excel needs the mark
  };
  element("export", HTMLButtonElement).addEventListener("click", () => attempt(exportCards));
  element("import", HTMLButtonElement).addEventListener("click", () => input.click());
  input.addEventListener("change", () => attempt(async () => {
    const csv = await input.files?.[0]?.text();
    input.value = "";
    if (csv === undefined) return;
    if (csv.includes("\ufffd")) throw new RequestError(422, "This file is not text in UTF-8: save it as “CSV UTF-8”.");
    deck.edit(CARDS.read((await fetchJson(`${address}/csv`, { csv })).text));
  }));
}

open(element("cards", HTMLElement).dataset.address ?? "").catch((error) => {
  if (!(error instanceof RequestError)) throw error;
  element("broken", HTMLElement).replaceChildren(make("span", "", error.message));
});
