/** Keys of the editor: most work while the sheet or nothing has the focus, Ctrl+S and undo everywhere. */
import { MODES, canUseMode } from "./symmetry.js";
import { glyphAt, rowsOf } from "./sheet.js";

/** @typedef {import("./tools.js").Toolbox} Toolbox */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {{save: () => void, help: () => void}} Actions */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The list of keys in the help. @type {[string, string][]} */
export const KEYS = [
  ["← → ↑ ↓", "go to another cell; Home and End to the ends of the row"],
  ["Space", "paint the cell; for a line, rectangle or path: set the start, then the end"],
  ["Enter", "lower or lift the pen"],
  ["Esc", "cancel the stroke, or else the selection"],
  ["Shift + ← → ↑ ↓", "select"],
  ["G", "grab the selection; arrow keys move it, Space drops it"],
  ["Ctrl + C, X, V, A", "copy, cut, paste at the cursor, select all"],
  ["Delete", "empty the selection or the cell"],
  ["M, Shift + M", "mirror left and right, top and bottom"],
  ["Q, Shift + Q", "turn a quarter to the left, to the right"],
  ["Y", "select the next symmetry"],
  ["K", "pick the kind of the cell under the cursor"],
  ["Page Up, Page Down", "zoom in, zoom out"],
  ["Ctrl + Z, Y, S", "undo, redo, save"],
];

/** @param {Canvas} canvas @param {Toolbox} toolbox @param {string[]} kinds @param {Actions} actions */
export function listenToKeys(canvas, toolbox, kinds, actions) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const isControl = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const isHandled = isControl ? handleControlKey(event, toolbox) : handleKey(event, canvas, toolbox, kinds, actions);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };
  canvas.place.addEventListener("keydown", press);
  // where nothing has the focus, as on a page that has just opened, keys are for the sheet too
  document.body.addEventListener("keydown", (event) => {
    if (event.target === document.body && !document.querySelector("dialog[open]")) press(event);
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isTyping = event.target instanceof HTMLInputElement;
    if (key === "s") actions.save();
    else if (isTyping) return;
    else if (key === "z" && event.shiftKey) step(toolbox, "redo");
    else if (key === "z") step(toolbox, "undo");
    else if (key === "y") step(toolbox, "redo");
    else return;
    event.preventDefault();
  });
}

/** @param {Toolbox} toolbox @param {"undo" | "redo"} command */
export function step(toolbox, command) {
  toolbox.cancel();
  if (!toolbox.model[command]()) toolbox.showMessage(`There is nothing to ${command}.`);
  toolbox.selection = toolbox.selection && toolbox.clipToSheet(toolbox.selection);
  toolbox.notify();
}

/** @param {KeyboardEvent} event @param {Toolbox} toolbox */
function handleControlKey(event, toolbox) {
  /** @type {Record<string, () => void>} */
  const actions = { c: () => toolbox.copy(), x: () => toolbox.cut(), v: () => toolbox.paste(), a: () => toolbox.selectAll() };
  const action = actions[event.key.toLowerCase()];
  action?.();
  return action !== undefined;
}

/** @param {KeyboardEvent} event @param {Canvas} canvas @param {Toolbox} toolbox @param {string[]} kinds
 * @param {Actions} actions */
function handleKey(event, canvas, toolbox, kinds, actions) {
  const { key } = event, small = key.toLowerCase();
  const tool = [...toolbox.tools].find((entry) => entry[1].key === small)?.[0];
  const kind = kinds.find((glyph) => glyph === key) ?? kinds.find((glyph) => glyph.toLowerCase() === small);
  if (ARROWS[key] || key === "Home" || key === "End") moveCursor(event, canvas, toolbox);
  else if (kind) toolbox.selectKind(kind);
  else if (tool) toolbox.selectTool(tool);
  else return handleOtherKey(event, canvas, toolbox, actions);
  return true;
}

/** @param {KeyboardEvent} event @param {Canvas} canvas @param {Toolbox} toolbox */
function moveCursor(event, canvas, toolbox) {
  const { columns } = toolbox.model.sheet, [row, column] = toolbox.cursor;
  const [down, across] = ARROWS[event.key] ?? [0, event.key === "Home" ? -columns : columns];
  /** @type {[number, number]} */
  const cell = [
    Math.min(Math.max(row + down, 0), rowsOf(toolbox.model.sheet) - 1),
    Math.min(Math.max(column + across, 0), columns - 1),
  ];
  if (event.shiftKey && !toolbox.isDown) toolbox.extendSelection(cell);
  else toolbox.penMove(cell);
  canvas.reveal();
}

/** @param {KeyboardEvent} event @param {Canvas} canvas @param {Toolbox} toolbox @param {Actions} actions */
function handleOtherKey(event, canvas, toolbox, actions) {
  const { key, shiftKey } = event;
  /** @type {Record<string, () => void>} */
  const actionsByKey = {
    " ": () => toolbox.tap(),
    enter: () => toolbox.togglePen(),
    escape: () => toolbox.escape(),
    delete: () => toolbox.clear(),
    backspace: () => toolbox.clear(),
    g: () => grab(toolbox),
    k: () => toolbox.selectKind(glyphAt(toolbox.model.sheet, toolbox.cursor)),
    m: () => toolbox.turn(shiftKey ? "topBottom" : "leftRight"),
    q: () => toolbox.turn(shiftKey ? "threeQuarters" : "quarter"),
    y: () => nextMode(toolbox),
    pageup: () => canvas.zoomBy(1.25),
    pagedown: () => canvas.zoomBy(0.8),
    "?": () => actions.help(),
  };
  const action = actionsByKey[key.toLowerCase()];
  action?.();
  return action !== undefined;
}

/** @param {Toolbox} toolbox */
function grab(toolbox) {
  if (!toolbox.selection) return toolbox.showMessage("Select something first.");
  toolbox.tool = "select";
  toolbox.grab();
  toolbox.notify();
}

/** @param {Toolbox} toolbox */
function nextMode(toolbox) {
  const modes = Object.keys(MODES).filter((mode) => canUseMode(toolbox.model.sheet, mode));
  toolbox.mode = modes[(modes.indexOf(toolbox.mode) + 1) % modes.length] ?? "off";
  toolbox.showMessage(`Symmetry: ${MODES[toolbox.mode]?.word ?? ""}`);
  toolbox.notify();
}
