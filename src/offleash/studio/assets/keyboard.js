/** Everything by keys, while the sheet has the focus; saving and undoing from anywhere. */
import { MODES, suits } from "./symmetry.js";
import { glyphAt, rowsOf } from "./text.js";

/** @typedef {import("./tools.js").Hand} Hand */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {{save: () => void, help: () => void}} Deeds */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What the help says. @type {[string, string][]} */
export const KEYS = [
  ["← → ↑ ↓", "go to another cell; Home and End to the ends of the row"],
  ["Space", "paint the cell; with line, rectangle, path: one end, then the other"],
  ["Enter", "put the pen down, or lift it"],
  ["Esc", "let go of what is being drawn, then of the selection"],
  ["Shift + ← → ↑ ↓", "select"],
  ["G", "grab the selection; arrows move it, Space puts it down"],
  ["Ctrl + C, X, V, A", "copy, cut, paste at the cursor, select all"],
  ["Delete", "empty the selection or the cell"],
  ["M, Shift + M", "mirror left and right, top and bottom"],
  ["Q, Shift + Q", "turn a quarter to the left, to the right"],
  ["Y", "the next symmetry"],
  ["K", "pick the kind of the cell under the cursor"],
  ["Page Up, Page Down", "larger, smaller"],
  ["Ctrl + Z, Y, S", "undo, redo, save"],
];

/** @param {Canvas} canvas @param {Hand} hand @param {string[]} kinds @param {Deeds} deeds */
export function listenToKeys(canvas, hand, kinds, deeds) {
  canvas.place.addEventListener("keydown", (event) => {
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const done = control ? controlled(event, hand) : pressed(event, canvas, hand, kinds, deeds);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isTyping = event.target instanceof HTMLInputElement;
    if (key === "s") deeds.save();
    else if (isTyping) return;
    else if (key === "z" && event.shiftKey) step(hand, "redo");
    else if (key === "z") step(hand, "undo");
    else if (key === "y") step(hand, "redo");
    else return;
    event.preventDefault();
  });
}

/** @param {Hand} hand @param {"undo" | "redo"} way */
export function step(hand, way) {
  hand.cancel();
  if (!hand.model[way]()) hand.say(`There is nothing to ${way}.`);
  hand.selection = hand.selection && hand.inSheet(hand.selection);
  hand.changed();
}

/** @param {KeyboardEvent} event @param {Hand} hand */
function controlled(event, hand) {
  /** @type {Record<string, () => void>} */
  const deeds = { c: () => hand.copy(), x: () => hand.cut(), v: () => hand.paste(), a: () => hand.all() };
  const deed = deeds[event.key.toLowerCase()];
  deed?.();
  return deed !== undefined;
}

/** @param {KeyboardEvent} event @param {Canvas} canvas @param {Hand} hand @param {string[]} kinds
 * @param {Deeds} deeds */
function pressed(event, canvas, hand, kinds, deeds) {
  const { key } = event, small = key.toLowerCase();
  const tool = [...hand.tools].find((entry) => entry[1].key === small)?.[0];
  const kind = kinds.find((each) => each === key) ?? kinds.find((each) => each.toLowerCase() === small);
  if (ARROWS[key] || key === "Home" || key === "End") go(event, canvas, hand);
  else if (kind) hand.pick(kind);
  else if (tool) hand.take(tool);
  else return other(event, canvas, hand, deeds);
  return true;
}

/** @param {KeyboardEvent} event @param {Canvas} canvas @param {Hand} hand */
function go(event, canvas, hand) {
  const { columns } = hand.model.sheet, [row, column] = hand.cursor;
  const [down, across] = ARROWS[event.key] ?? [0, event.key === "Home" ? -columns : columns];
  /** @type {[number, number]} */
  const cell = [
    Math.min(Math.max(row + down, 0), rowsOf(hand.model.sheet) - 1),
    Math.min(Math.max(column + across, 0), columns - 1),
  ];
  if (event.shiftKey && !hand.isDown) hand.extend(cell);
  else hand.over(cell);
  canvas.reveal();
}

/** @param {KeyboardEvent} event @param {Canvas} canvas @param {Hand} hand @param {Deeds} deeds */
function other(event, canvas, hand, deeds) {
  const { key, shiftKey } = event;
  /** @type {Record<string, () => void>} */
  const all = {
    " ": () => hand.press(),
    enter: () => hand.hold(),
    escape: () => hand.escape(),
    delete: () => hand.clear(),
    backspace: () => hand.clear(),
    g: () => grab(hand),
    k: () => hand.pick(glyphAt(hand.model.sheet, hand.cursor)),
    m: () => hand.turn(shiftKey ? "topBottom" : "leftRight"),
    q: () => hand.turn(shiftKey ? "threeQuarters" : "quarter"),
    y: () => nextMode(hand),
    pageup: () => canvas.zoomBy(1.25),
    pagedown: () => canvas.zoomBy(0.8),
    "?": () => deeds.help(),
  };
  const deed = all[key.toLowerCase()];
  deed?.();
  return deed !== undefined;
}

/** @param {Hand} hand */
function grab(hand) {
  if (!hand.selection) return hand.say("Select something first.");
  hand.tool = "select";
  hand.grab();
  hand.changed();
}

/** @param {Hand} hand */
function nextMode(hand) {
  const modes = Object.keys(MODES).filter((mode) => suits(hand.model.sheet, mode));
  hand.mode = modes[(modes.indexOf(hand.mode) + 1) % modes.length] ?? "off";
  hand.say(`Symmetry: ${MODES[hand.mode]?.word ?? ""}`);
  hand.changed();
}
