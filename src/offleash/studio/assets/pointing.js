/** Mouse, pen and finger on the sheet: one draws, two fingers push the sheet and pinch it. */
import { glyphAt } from "./text.js";

/** @typedef {import("./tools.js").Hand} Hand */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {{x: number, y: number}} Point */

/** @param {Canvas} canvas @param {Hand} hand */
export function listenToPointer(canvas, hand) {
  const { place } = canvas, fingers = new Fingers(canvas);
  /** @type {number | null} */
  let drawing = null;
  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.down(event);
    if (drawing !== null || fingers.areTwo) {
      hand.escape();
      drawing = null;
      return;
    }
    event.preventDefault();
    place.focus({ preventScroll: true });
    place.setPointerCapture(event.pointerId);
    drawing = event.pointerId;
    const cell = canvas.cellAt(event);
    if (event.altKey) hand.pick(glyphAt(hand.model.sheet, cell));
    else hand.down(cell);
  });
  place.addEventListener("pointermove", (event) => {
    fingers.move(event);
    if (drawing !== event.pointerId) return;
    const all = hand.tool === "brush" ? event.getCoalescedEvents?.() ?? [] : []; // others have two ends
    for (const each of all.length ? all : [event]) hand.over(canvas.cellAt(each));
  });
  place.addEventListener("pointerup", (event) => {
    fingers.up(event);
    if (drawing === event.pointerId) hand.up();
    drawing = null;
  });
  place.addEventListener("pointercancel", (event) => {
    fingers.up(event);
    if (drawing !== null) hand.escape();
    drawing = null;
  });
}

/** Two fingers on the sheet. */
class Fingers {
  /** @param {Canvas} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {Map<number, Point>} */
    this.places = new Map();
    /** @type {{middle: Point, apart: number, pixels: number} | null} */
    this.start = null;
  }

  get areTwo() {
    return this.places.size > 1;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType !== "touch") return;
    this.places.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.start = this.areTwo ? { ...this.pair(), pixels: this.canvas.pixels } : null;
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.places.delete(event.pointerId);
    this.start = null;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.places.has(event.pointerId)) return;
    const before = this.pair().middle;
    this.places.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!this.start) return;
    const { middle, apart } = this.pair(), { frame } = this.canvas;
    this.canvas.zoomTo((this.start.pixels * apart) / this.start.apart);
    frame.scrollBy(before.x - middle.x, before.y - middle.y);
  }

  /** Of the first two: what lies between them, and how far they are apart. */
  pair() {
    const [one = { x: 0, y: 0 }, other = one] = this.places.values();
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    return { middle, apart: Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1) };
  }
}
