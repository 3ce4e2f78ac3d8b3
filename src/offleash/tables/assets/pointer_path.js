/**
 * A path drawn with the pointer: every step that it enters is played, one after another.
 *
 * @import {Targets} from "./targets.js"
 * @typedef {{x: number, y: number}} Point of the screen
 * @typedef {{canDraw: () => boolean, isReady: () => boolean, play: (id: string) => void,
 *   drawTrail: (points: Point[]) => void}} Handlers
 */

const START_DISTANCE_PX = 12; // from the press until a path begins
const POINT_SPACING_PX = 4; // between two points of a path
const MAX_STEP = 2.2; // from one step to the next, in sizes of a step

export class PointerPath {
  /** @param {HTMLElement} board @param {Targets} targets @param {Handlers} handlers */
  constructor(board, targets, handlers) {
    this.targets = targets;
    this.handlers = handlers;
    /** @type {Point[]} */
    this.points = [];
    /** @type {Point | null} the centre of the last step played */
    this.lastStep = null;
    /** @type {Point | null} where the pointer was last, however many points were used up */
    this.lastPoint = null;
    this.isPressed = false;
    this.isDrawing = false;
    // Otherwise the browser drags a picture or a selected text instead.
    board.addEventListener("dragstart", (event) => event.preventDefault());
    board.addEventListener("pointerdown", (event) => this.onPress(event));
    addEventListener("pointermove", (event) => this.onMove(event));
    addEventListener("pointerup", () => this.onRelease());
    addEventListener("pointercancel", () => this.stop());
    board.addEventListener("click", (event) => this.suppressClick(event), true);
  }

  /** @param {PointerEvent} event */
  onPress(event) {
    this.stop();
    if (!event.isPrimary || event.button !== 0 || !this.handlers.canDraw()) return;
    this.isPressed = true;
    this.isDrawing = false;
    this.lastPoint = { x: event.clientX, y: event.clientY };
    this.points = [this.lastPoint];
    // Otherwise a finger stays captured by the button that it pressed first.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const last = this.lastPoint;
    if (!this.isPressed || !last) return;
    const point = { x: event.clientX, y: event.clientY };
    const distance = Math.hypot(point.x - last.x, point.y - last.y);
    if (distance < (this.isDrawing ? POINT_SPACING_PX : START_DISTANCE_PX)) return;
    this.isDrawing = true;
    this.lastPoint = point;
    this.points.push(...interpolate(last, point));
    this.handlers.drawTrail(this.points);
    this.advance();
  }

  onRelease() {
    this.isPressed = false;
    if (this.isDrawing) this.advance();
    else this.points = [];
  }

  stop() {
    this.isPressed = false;
    this.points = [];
    this.lastStep = null;
    this.handlers.drawTrail([]);
  }

  /** Suppresses the click event at the end of a path. @param {MouseEvent} event */
  suppressClick(event) {
    if (!this.isDrawing || event.detail === 0) return;
    this.isDrawing = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** Plays the next step on the path, once the last one is acknowledged. */
  advance() {
    if (this.points.length === 0 || !this.handlers.isReady()) return;
    if (!this.handlers.canDraw()) return this.stop();
    const index = this.points.findIndex((point) => this.targets.stepAt(point) !== null);
    const point = this.points[index];
    const id = point && this.targets.stepAt(point);
    if (!point || !id) {
      if (!this.isPressed || this.isTooFar(this.points.at(-1))) this.stop();
      return;
    }
    if (this.isTooFar(point)) return this.stop();
    this.points = this.points.slice(index + 1);
    this.lastStep = this.targets.centre(id);
    this.handlers.drawTrail(this.points);
    this.handlers.play(id);
  }

  /** Whether a point is further away than a neighbouring step. @param {Point | undefined} point */
  isTooFar(point) {
    const size = this.targets.stepSize();
    if (!this.lastStep || !point || size === 0) return false;
    return Math.hypot(point.x - this.lastStep.x, point.y - this.lastStep.y) > MAX_STEP * size;
  }
}

/** Points between two points, so close that no step is skipped.
 * @param {Point} from @param {Point} to */
function interpolate(from, to) {
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / POINT_SPACING_PX);
  return Array.from({ length: count }, (_, n) => ({
    x: from.x + ((to.x - from.x) * (n + 1)) / count,
    y: from.y + ((to.y - from.y) * (n + 1)) / count,
  }));
}
