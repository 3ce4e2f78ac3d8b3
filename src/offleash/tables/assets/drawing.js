/**
 * A path drawn with the pointer: each place that it enters is played, one after the other.
 *
 * @import {Targets} from "./targets.js"
 * @typedef {{x: number, y: number}} Point of the screen
 * @typedef {{canDraw: () => boolean, isReady: () => boolean, play: (id: string) => void,
 *   trail: (points: Point[]) => void}} Doings
 */

const STARTS = 12; // px that a pointer goes before it draws
const STRIDE = 4; // px between points
const REACH = 2.2; // how far off the last place the next one may lie, in its own size

export class Drawing {
  /** @param {HTMLElement} board @param {Targets} targets @param {Doings} doings */
  constructor(board, targets, doings) {
    this.targets = targets;
    this.doings = doings;
    /** @type {Point[]} */
    this.points = [];
    /** @type {Point | null} where the path was when the last place was played */
    this.left = null;
    this.isPressed = false;
    this.isDrawing = false;
    board.addEventListener("pointerdown", (event) => this.press(event));
    addEventListener("pointermove", (event) => this.go(event));
    addEventListener("pointerup", () => this.release());
    addEventListener("pointercancel", () => this.stop());
    board.addEventListener("click", (event) => this.swallow(event), true);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.stop();
    if (!event.isPrimary || event.button !== 0 || !this.doings.canDraw()) return;
    this.isPressed = true;
    this.isDrawing = false;
    this.points = [{ x: event.clientX, y: event.clientY }];
    // Else a finger would keep the button it came down on.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
  }

  /** @param {PointerEvent} event */
  go(event) {
    const last = this.points.at(-1);
    if (!this.isPressed || !last) return;
    const point = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(point.x - last.x, point.y - last.y);
    if (far < (this.isDrawing ? STRIDE : STARTS)) return;
    this.isDrawing = true;
    this.points.push(...between(last, point));
    this.doings.trail(this.points);
    this.advance();
  }

  release() {
    this.isPressed = false;
    if (this.isDrawing) this.advance();
    else this.points = [];
  }

  stop() {
    this.isPressed = false;
    this.points = [];
    this.left = null;
    this.doings.trail([]);
  }

  /** The click at the end of a path is no click. @param {MouseEvent} event */
  swallow(event) {
    if (!this.isDrawing || event.detail === 0) return;
    this.isDrawing = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** Plays the next place on the path, once the last one is acknowledged. */
  advance() {
    if (this.points.length === 0 || !this.doings.isReady()) return;
    if (!this.doings.canDraw()) return this.stop();
    const place = this.points.findIndex((point) => this.targets.stepAt(point) !== null);
    const point = this.points[place];
    const id = point && this.targets.stepAt(point);
    if (!point || !id) {
      if (!this.isPressed || this.isAstray(this.points.at(-1))) this.stop();
      return;
    }
    if (this.isAstray(point)) return this.stop();
    this.points = this.points.slice(place + 1);
    this.left = this.targets.centre(id);
    this.doings.trail(this.points);
    this.doings.play(id);
  }

  /** Whether a point is further off than a neighbouring place. @param {Point | undefined} point */
  isAstray(point) {
    const size = this.targets.stepSize();
    if (!this.left || !point || size === 0) return false;
    return Math.hypot(point.x - this.left.x, point.y - this.left.y) > REACH * size;
  }
}

/** Points on the way, close enough that no place is jumped over.
 * @param {Point} from @param {Point} to */
function between(from, to) {
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STRIDE);
  return Array.from({ length: count }, (_, n) => ({
    x: from.x + ((to.x - from.x) * (n + 1)) / count,
    y: from.y + ((to.y - from.y) * (n + 1)) / count,
  }));
}
