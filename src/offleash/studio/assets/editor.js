/** The board editor: opens the project's board and puts the parts of the page together. */
import { element, make, setText } from "../../web/assets/page.js";
import { listenToForm } from "./about.js";
import { Canvas } from "./canvas.js";
import { openGames } from "./games.js";
import { KEYS, listenToKeys, step } from "./keyboard.js";
import { Lights } from "./lights.js";
import { Model } from "./model.js";
import { fillPalette } from "./palette.js";
import { listenToPointer } from "./pointing.js";
import { Saving, boardPaper } from "./saving.js";
import { Refused, ask } from "./server.js";
import { Sizes } from "./sizes.js";
import { glyphAt, isInside, readSheet, writeSheet } from "./text.js";
import { Hand } from "./tools.js";
import { Views } from "./views.js";

/** @typedef {import("./canvas.js").Kind} Kind */

const PAUSE = 120; // milliseconds after an edit until the board is checked
const RETRY = 3000; // and until a server that did not answer is asked again

/** @param {string} address */
async function open(address) {
  const opened = await ask(`${address}/board`);
  const told = await ask(`${address}/check`, { text: opened.text });
  if (told.problem) throw new Refused(422, `This board can't be drawn: ${told.problem.sentence}.`);
  element("editor", HTMLElement).hidden = false;
  const model = new Model(readSheet(opened.text, opened.format));
  const hand = new Hand(model, (sentence) => setText(element("said", HTMLElement), sentence));
  const canvas = new Canvas(element("sheet", HTMLElement), element("frame", HTMLElement), hand, opened.kinds);
  const saving = new Saving(address, model, opened, boardPaper(opened.format));
  const lights = new Lights(hand, canvas);
  const names = new Map(opened.kinds.map((/** @type {Kind} */ kind) => [kind.key, kind.name]));
  const views = new Views(canvas, names, () => check());
  const sizes = new Sizes(hand, canvas, names);
  const games = openGames(address, () => saving.saved, views);
  views.list(told.views);
  const show = (/** @type {any} */ said, /** @type {string} */ text) => {
    lights.show(said);
    views.show(said.views, said.room);
    sizes.show(said.room);
    games.meet(text, obstacle(said));
  };
  const check = checker(address, model, views, show);
  showHand(hand, canvas, names);
  fillPalette(hand, opened.kinds);
  listenToForm(hand);
  listenToPointer(canvas, hand);
  listenToKeys(canvas, hand, opened.kinds.map((/** @type {Kind} */ kind) => kind.key), {
    save: () => saving.save(),
    help: () => element("help", HTMLDialogElement).showModal(),
  });
  listenToButtons(hand, canvas);
  listenToFiles(address, hand);
  model.listen((isKept) => {
    if (!isKept) return;
    games.stop();
    check();
  });
  show(told, writeSheet(model.kept));
  const draft = saving.found(opened.draft);
  if (draft) await restore(address, saving, draft);
  saving.tell();
  canvas.draw();
}

/** A draft that the game can't read is left where it is.
 * @param {string} address @param {Saving<import("./text.js").Sheet>} saving @param {import("./saving.js").Draft} draft */
async function restore(address, saving, draft) {
  const { problem } = await ask(`${address}/check`, { text: draft.text, views: [] });
  if (!problem || problem.sentence.includes("at most")) saving.restore(draft);
}

/** Why a board can't be played, if so. @param {any} said of it */
function obstacle({ problem, lights }) {
  if (problem) return "There is no board to play yet.";
  const broken = lights.filter((/** @type {{state: string}} */ light) => light.state === "error").length;
  return broken ? `${broken === 1 ? "One check is" : `${broken} checks are`} broken: mended, it is played again.` : "";
}

/** Checks the board soon after the last edit; an older answer never comes after a newer.
 * @param {string} address @param {Model} model @param {Views} views
 * @param {(said: any, text: string) => void} show */
function checker(address, model, views, show) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let running = new AbortController();
  const run = async () => {
    running.abort();
    running = new AbortController();
    const text = writeSheet(model.kept);
    try {
      show(await ask(`${address}/check`, { text, views: views.wanted }, running.signal), text);
    } catch (error) {
      if (error instanceof Refused) {
        show(nothingBut(error.message.replace(/\.$/, "")), text);
        if (!error.status) timer = setTimeout(run, RETRY);
      } else if (!(error instanceof DOMException)) throw error;
    }
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE);
  };
}

/** @param {string} sentence */
const nothingBut = (sentence) => ({ problem: { sentence }, lights: [], views: {}, room: null });

/** @param {Hand} hand @param {Canvas} canvas @param {Map<string, string>} names of the kinds */
function showHand(hand, canvas, names) {
  const where = element("where", HTMLElement);
  const tell = () => {
    const [row, column] = hand.cursor;
    const there = names.get(glyphAt(hand.model.sheet, hand.cursor)) ?? "";
    setText(where, `Row ${row}, column ${column}: ${there}${hand.isDown ? ", pen down" : ""}`);
  };
  hand.listen(() => {
    tell();
    canvas.mark();
  });
  hand.model.listen((isKept) => {
    if (isKept) hand.say(""); // it was about what was there before
    if (!isInside(hand.model.sheet, hand.cursor)) hand.cursor = [0, 0];
    canvas.plan();
    tell();
    element("undo", HTMLButtonElement).disabled = !hand.model.past.length;
    element("redo", HTMLButtonElement).disabled = !hand.model.future.length;
  });
  element("undo", HTMLButtonElement).disabled = element("redo", HTMLButtonElement).disabled = true;
  tell();
}

/** @param {Hand} hand @param {Canvas} canvas */
function listenToButtons(hand, canvas) {
  const help = element("help", HTMLDialogElement);
  /** @type {Record<string, () => void>} */
  const deeds = {
    undo: () => step(hand, "undo"),
    redo: () => step(hand, "redo"),
    out: () => canvas.zoomBy(0.8),
    fit: () => canvas.zoomBy(0),
    in: () => canvas.zoomBy(1.25),
    ask: () => help.showModal(),
    close: () => help.close(),
    open: () => element("file", HTMLInputElement).click(),
  };
  for (const [id, deed] of Object.entries(deeds)) element(id, HTMLButtonElement).addEventListener("click", deed);
  const rows = KEYS.flatMap(([keys, words]) => [make("dt", "", make("kbd", "", keys)), make("dd", "", words)]);
  element("keys", HTMLElement).replaceChildren(...rows);
}

/** A board from a file takes the sheet's place, as one edit. @param {string} address @param {Hand} hand */
function listenToFiles(address, hand) {
  const input = element("file", HTMLInputElement);
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const text = await file.text();
      if (text.includes("\ufffd")) throw new Refused(422, `${file.name} is not text in UTF-8.`);
      const { problem } = await ask(`${address}/check`, { text, views: [] });
      if (problem) throw new Refused(422, `${file.name} can't be drawn: ${problem.sentence}.`);
      hand.model.edit(readSheet(text, hand.model.sheet.format));
      hand.say(`This is ${file.name}; Undo brings back what was here.`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      hand.say(error.message);
    }
    input.value = "";
  });
}

const project = element("editor", HTMLElement).dataset.project ?? "";
open(`/studio/${encodeURIComponent(project)}`).catch((error) => {
  if (!(error instanceof Refused)) throw error;
  setText(element("broken", HTMLElement), error.message);
});
