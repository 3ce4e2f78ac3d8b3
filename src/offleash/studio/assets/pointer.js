/** Mouse, pen and fingers on the sheet: one finger draws, two scroll and zoom. */
import { glyphAt } from "./sheet.js";

/** @typedef {import("./tools.js").Toolbox} Toolbox */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {{x: number, y: number}} Point */

/** @param {Canvas} canvas @param {Toolbox} toolbox */
export function listenToPointer(canvas, toolbox) {
  const { place } = canvas, fingers = new Fingers(canvas);
  /** @type {number | null} the pointer that draws */
  let drawing = null;
  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.down(event);
    if (drawing !== null || fingers.areTwo) {
      toolbox.escape();
      drawing = null;
      return;
    }
    event.preventDefault();
    place.focus({ preventScroll: true });
    place.setPointerCapture(event.pointerId);
    drawing = event.pointerId;
    const cell = canvas.cellAt(event);
    if (event.altKey) toolbox.selectKind(glyphAt(toolbox.model.sheet, cell));
    else toolbox.penDown(cell);
  });
  place.addEventListener("pointermove", (event) => {
    fingers.move(event);
    if (drawing !== event.pointerId) return;
    const moves = toolbox.tool === "brush" ? event.getCoalescedEvents?.() ?? [] : []; // other tools only need the end
    for (const move of moves.length ? moves : [event]) toolbox.penMove(canvas.cellAt(move));
  });
  place.addEventListener("pointerup", (event) => {
    fingers.up(event);
    if (drawing === event.pointerId) toolbox.penUp();
    drawing = null;
  });
  place.addEventListener("pointercancel", (event) => {
    fingers.up(event);
    if (drawing !== null) toolbox.escape();
    drawing = null;
  });
}

/** Two fingers on the sheet. */
class Fingers {
  /** @param {Canvas} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {Map<number, Point>} */
    this.points = new Map();
    /** @type {{middle: Point, distance: number, pixels: number} | null} */
    this.start = null;
  }

  get areTwo() {
    return this.points.size > 1;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType !== "touch") return;
    this.points.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.start = this.areTwo ? { ...this.pair(), pixels: this.canvas.pixels } : null;
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.points.delete(event.pointerId);
    this.start = null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.points.has(event.pointerId)) return;
    const before = this.pair().middle;
    this.points.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!this.start) return;
    const { middle, distance } = this.pair(), { frame } = this.canvas;
    this.canvas.zoomTo((this.start.pixels * distance) / this.start.distance);
    frame.scrollBy(before.x - middle.x, before.y - middle.y);
  }

  /** The middle of the first two fingers, and their distance. */
  pair() {
    const [one = { x: 0, y: 0 }, other = one] = this.points.values();
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    return { middle, distance: Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1) };
  }
}
