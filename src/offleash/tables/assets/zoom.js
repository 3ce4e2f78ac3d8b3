/**
 * Zooms the board in its viewport: by wheel, by two fingers, by buttons and keys.
 *
 * The board becomes wider than its viewport, which scrolls: so targets keep their places, and text
 * stays sharp.
 *
 * @typedef {{x: number, y: number}} Point of the screen
 * @typedef {{change: () => void, pinch: () => void}} Listeners
 */
import { element } from "../../web/assets/page.js";

const MAX_ZOOM = 6;
const STEP = 1.4; // of a button or key
const WHEEL_PIXELS = 500; // of the wheel, for a factor of e
const PAN_DISTANCE_PX = 6; // from the press until the board is dragged
const NEARLY_FITS = 1.02;
const FOLLOWING_PX = 1150; // how wide a board is that follows the action: its smallest text has 9 px

const narrow = matchMedia("(max-width: 600px)");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Zoom {
  /** @param {Listeners} listeners */
  constructor(listeners) {
    this.listeners = listeners;
    this.viewport = element("viewport", HTMLElement);
    this.board = element("board", HTMLElement);
    this.fitButton = element("zoom-fit", HTMLButtonElement);
    this.factor = 1;
    this.isOwn = false; // whether the player chose the size, so that it no longer follows
    /** @type {{distance: number, factor: number} | null} when two fingers touched the board */
    this.pinch = null;
    /** @type {{from: Point, left: number, top: number, isMoving: boolean} | null} */
    this.drag = null;
    this.listen();
    this.set(1);
  }

  listen() {
    this.fitButton.addEventListener("click", () => this.choose(1));
    element("zoom-in", HTMLButtonElement).addEventListener("click", () => this.step(1));
    element("zoom-out", HTMLButtonElement).addEventListener("click", () => this.step(-1));
    const { viewport } = this;
    viewport.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    viewport.addEventListener("touchstart", (event) => this.onTouch(event), { passive: false });
    viewport.addEventListener("touchmove", (event) => this.onTouchMove(event), { passive: false });
    for (const type of ["touchend", "touchcancel"]) {
      viewport.addEventListener(type, () => (this.pinch = null));
    }
    viewport.addEventListener("pointerdown", (event) => this.onPress(event));
    addEventListener("pointermove", (event) => this.onDrag(event));
    addEventListener("pointerup", () => this.onRelease());
    addEventListener("pointercancel", () => this.onRelease());
    viewport.addEventListener("click", (event) => this.suppressClick(event), true);
  }

  /** Zooms in by a step, or out. @param {number} direction */
  step(direction) {
    this.choose(this.factor * STEP ** direction);
  }

  /** Sets the zoom that the player wants. @param {number} factor @param {Point} [point] */
  choose(factor, point) {
    this.isOwn = true;
    this.viewport.classList.remove("following");
    this.set(factor, point);
  }

  /**
   * On a phone, enlarges a board that is too fine to read, and shows where something happens.
   * @param {Point[]} places in % of the board, the middle one of which is shown
   */
  follow(places) {
    if (this.isOwn || !narrow.matches || places.length === 0) return;
    const { viewport } = this;
    viewport.classList.add("following");
    this.set(FOLLOWING_PX / viewport.clientWidth);
    const middle = { x: median(places.map(({ x }) => x)), y: median(places.map(({ y }) => y)) };
    viewport.scrollTo({
      left: (middle.x / 100) * viewport.scrollWidth - viewport.clientWidth / 2,
      top: (middle.y / 100) * viewport.scrollHeight - viewport.clientHeight / 2,
      behavior: reducedMotion.matches ? "instant" : "smooth",
    });
  }

  /**
   * Sets the zoom; what is at a point of the screen stays there.
   * @param {number} factor 1: the whole board fits @param {Point} [point]
   */
  set(factor, point = this.middle) {
    const { viewport, board } = this;
    const next = factor < NEARLY_FITS ? 1 : Math.min(factor, MAX_ZOOM);
    const before = board.getBoundingClientRect();
    const x = before.width ? (point.x - before.left) / before.width : 0.5;
    const y = before.height ? (point.y - before.top) / before.height : 0.5;
    this.factor = next;
    viewport.style.setProperty("--zoom", `${next}`);
    viewport.classList.toggle("zoomed", next > 1);
    this.fitButton.disabled = next === 1;
    const after = board.getBoundingClientRect();
    viewport.scrollLeft += after.left + x * after.width - point.x;
    viewport.scrollTop += after.top + y * after.height - point.y;
    if (next !== 1 || before.width !== after.width) this.listeners.change();
  }

  /** The middle of what is visible of the board. */
  get middle() {
    const { left, top, width, height } = this.viewport.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  /** The page scrolls first if the board can't become smaller. @param {WheelEvent} event */
  onWheel(event) {
    if (event.defaultPrevented || event.shiftKey) return;
    const isPinch = event.ctrlKey || event.metaKey; // as browsers report it of a touchpad
    const canZoom = this.factor > 1 || (event.deltaY < 0 && scrollY === 0);
    if (!isPinch && !canZoom) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : 33) * (isPinch ? 4 : 1);
    this.choose(this.factor * Math.exp(-pixels / WHEEL_PIXELS), { x: event.clientX, y: event.clientY });
  }

  /** @param {TouchEvent} event */
  onTouch(event) {
    const [first, second] = event.touches;
    if (!first || !second || event.touches.length > 2) return;
    event.preventDefault();
    this.listeners.pinch();
    this.pinch = { distance: distance(first, second), factor: this.factor };
  }

  /** @param {TouchEvent} event */
  onTouchMove(event) {
    const [first, second] = event.touches;
    if (!this.pinch || !first || !second || !event.cancelable) return;
    event.preventDefault();
    const growth = distance(first, second) / Math.max(this.pinch.distance, 1);
    const x = (first.clientX + second.clientX) / 2;
    const y = (first.clientY + second.clientY) / 2;
    this.choose(this.pinch.factor * growth, { x, y });
  }

  /** A mouse drags the zoomed board, unless it draws a path. @param {PointerEvent} event */
  onPress(event) {
    this.drag = null;
    const isDrawing = event.button === 0 && this.board.classList.contains("drawable");
    if (event.pointerType !== "mouse" || event.button > 1 || this.factor === 1 || isDrawing) return;
    const { scrollLeft, scrollTop } = this.viewport;
    const from = { x: event.clientX, y: event.clientY };
    this.drag = { from, left: scrollLeft, top: scrollTop, isMoving: false };
  }

  /** @param {PointerEvent} event */
  onDrag(event) {
    const { drag } = this;
    if (!drag || event.buttons === 0) return;
    const x = event.clientX - drag.from.x;
    const y = event.clientY - drag.from.y;
    drag.isMoving ||= Math.hypot(x, y) > PAN_DISTANCE_PX;
    if (!drag.isMoving) return;
    this.viewport.scrollLeft = drag.left - x;
    this.viewport.scrollTop = drag.top - y;
  }

  onRelease() {
    // The click event comes next.
    setTimeout(() => (this.drag = null));
  }

  /** Suppresses the click at the end of a drag. @param {MouseEvent} event */
  suppressClick(event) {
    if (!this.drag?.isMoving) return;
    event.stopPropagation();
    event.preventDefault();
  }
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** @param {Touch} one @param {Touch} other */
function distance(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
