/** The board editor: opens the project's board and connects the parts of the page. */
import { element, make, setText } from "../../web/assets/page.js";
import { listenToForm } from "./board_form.js";
import { Canvas } from "./canvas.js";
import { openGames } from "./games.js";
import { KEYS, listenToKeys, step } from "./keyboard.js";
import { Lights } from "./lights.js";
import { Model } from "./model.js";
import { fillPalette } from "./palette.js";
import { listenToPointer } from "./pointer.js";
import { Saving, boardDocument } from "./saving.js";
import { RequestError, fetchJson, makeChecker } from "./server.js";
import { Sizes } from "./sizes.js";
import { glyphAt, isInside, readSheet, writeSheet } from "./sheet.js";
import { Toolbox } from "./tools.js";
import { listenToTracing } from "./tracing.js";
import { Views } from "./views.js";

/** @typedef {import("./canvas.js").Kind} Kind */

/** @param {string} address */
async function open(address) {
  const opened = await fetchJson(`${address}/board`);
  const result = await fetchJson(`${address}/check`, { text: opened.text });
  if (result.problem) throw new RequestError(422, `This board can't be drawn: ${result.problem.sentence}.`);
  element("editor", HTMLElement).hidden = false;
  const model = new Model(readSheet(opened.text, opened.format));
  const toolbox = new Toolbox(model, (message) => setText(element("message", HTMLElement), message));
  const canvas = new Canvas(element("sheet", HTMLElement), element("frame", HTMLElement), toolbox, opened.kinds);
  const saving = new Saving(address, model, opened, boardDocument(opened.format));
  const lights = new Lights(toolbox, canvas);
  const names = new Map(opened.kinds.map((/** @type {Kind} */ kind) => [kind.key, kind.name]));
  const views = new Views(canvas, names, () => check());
  const sizes = new Sizes(toolbox, canvas, names);
  const games = openGames(address, () => saving.saved, views);
  views.list(result.views);
  const show = (/** @type {any} */ checked, /** @type {string} */ text) => {
    lights.show(checked);
    views.show(checked.views, checked.room);
    sizes.show(checked.room);
    games.setBoard(text, obstacle(checked));
  };
  const check = checkBoard(address, model, views, show);
  showToolbox(toolbox, canvas, names);
  fillPalette(toolbox, opened.kinds);
  listenToForm(toolbox);
  listenToPointer(canvas, toolbox);
  listenToKeys(canvas, toolbox, opened.kinds.map((/** @type {Kind} */ kind) => kind.key), {
    save: () => saving.save(),
    help: () => element("help", HTMLDialogElement).showModal(),
  });
  listenToButtons(toolbox, canvas);
  listenToFiles(address, toolbox);
  listenToTracing(element("sheet", HTMLElement));
  model.listen((isCommitted) => {
    if (!isCommitted) return;
    games.stop();
    check();
  });
  show(result, writeSheet(model.committed));
  const draft = saving.newestDraft(opened.draft);
  if (draft) await restore(address, saving, draft);
  saving.showState();
  saving.watch();
  canvas.draw();
}

/** Restores a draft, unless the game can't read it.
 * @param {string} address @param {Saving<import("./sheet.js").Sheet>} saving @param {import("./saving.js").Draft} draft */
async function restore(address, saving, draft) {
  const { problem } = await fetchJson(`${address}/check`, { text: draft.text, views: [] });
  if (!problem || problem.sentence.includes("at most")) saving.restore(draft);
}

/** Returns why a board can't be played, or "". @param {any} result of its check */
function obstacle({ problem, lights }) {
  if (problem) return "This is not a complete board yet.";
  /** @type {{can_ignore: boolean}[]} */
  const failed = lights.filter((/** @type {{state: string}} */ light) => light.state === "error");
  if (!failed.length) return "";
  const count = failed.length === 1 ? "One check fails" : `${failed.length} checks fail`;
  const canIgnore = failed.every((light) => light.can_ignore);
  return `${count}. Games resume when all checks pass${canIgnore ? " or are ignored" : ""}.`;
}

/** Checks the board.
 * @param {string} address @param {Model} model @param {Views} views
 * @param {(result: any, text: string) => void} show */
function checkBoard(address, model, views, show) {
  return makeChecker(address, () => {
    const text = writeSheet(model.committed);
    return {
      body: { text, views: views.requested },
      show: (result) => show(result, text),
      showError: (message) => show(failedCheck(message.replace(/\.$/, "")), text),
    };
  });
}

/** The result of a check that failed. @param {string} sentence */
const failedCheck = (sentence) => ({ problem: { sentence }, lights: [], views: {}, room: null });

/** @param {Toolbox} toolbox @param {Canvas} canvas @param {Map<string, string>} names of the kinds */
function showToolbox(toolbox, canvas, names) {
  const where = element("where", HTMLElement);
  const showCursor = () => {
    const [row, column] = toolbox.cursor;
    const kind = names.get(glyphAt(toolbox.model.sheet, toolbox.cursor)) ?? "";
    setText(where, `Row ${row}, column ${column}: ${kind}${toolbox.isDown ? ", pen down" : ""}`);
  };
  toolbox.listen(() => {
    showCursor();
    canvas.drawMarks();
  });
  toolbox.model.listen((isCommitted) => {
    if (isCommitted) toolbox.showMessage(""); // the last message was about an older state
    if (!isInside(toolbox.model.sheet, toolbox.cursor)) toolbox.cursor = [0, 0];
    canvas.requestDraw();
    showCursor();
    element("undo", HTMLButtonElement).disabled = !toolbox.model.past.length;
    element("redo", HTMLButtonElement).disabled = !toolbox.model.future.length;
  });
  element("undo", HTMLButtonElement).disabled = element("redo", HTMLButtonElement).disabled = true;
  showCursor();
}

/** @param {Toolbox} toolbox @param {Canvas} canvas */
function listenToButtons(toolbox, canvas) {
  const help = element("help", HTMLDialogElement);
  /** @type {Record<string, () => void>} */
  const actions = {
    undo: () => step(toolbox, "undo"),
    redo: () => step(toolbox, "redo"),
    out: () => canvas.zoomBy(0.8),
    fit: () => canvas.zoomBy(0),
    in: () => canvas.zoomBy(1.25),
    ask: () => help.showModal(),
    close: () => help.close(),
    open: () => element("file", HTMLInputElement).click(),
  };
  for (const [id, action] of Object.entries(actions)) element(id, HTMLButtonElement).addEventListener("click", action);
  const rows = KEYS.flatMap(([keys, words]) => [make("dt", "", make("kbd", "", keys)), make("dd", "", words)]);
  element("keys", HTMLElement).replaceChildren(...rows);
}

/** Replaces the sheet with a board from a file, as one edit. @param {string} address @param {Toolbox} toolbox */
function listenToFiles(address, toolbox) {
  const input = element("file", HTMLInputElement);
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const text = await file.text();
      if (text.includes("\ufffd")) throw new RequestError(422, `${file.name} is not text in UTF-8.`);
      const { problem } = await fetchJson(`${address}/check`, { text, views: [] });
      if (problem) throw new RequestError(422, `${file.name} can't be drawn: ${problem.sentence}.`);
      toolbox.model.edit(readSheet(text, toolbox.model.sheet.format));
      toolbox.showMessage(`${file.name} is loaded; Undo brings back the previous board.`);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toolbox.showMessage(error.message);
    }
    input.value = "";
  });
}

open(element("editor", HTMLElement).dataset.address ?? "").catch((error) => {
  if (!(error instanceof RequestError)) throw error;
  setText(element("broken", HTMLElement), error.message);
});
