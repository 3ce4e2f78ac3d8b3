/**
 * The targets of the next click: a button over each element, for mouse, keyboard and touch.
 *
 * @import {Box} from "./picture.js"
 * @typedef {"next" | "picked" | "other"} Kind to continue, to go back, or to start with another
 * @typedef {{id: string, label: string, box: Box, kind: Kind, isWalk: boolean,
 *   isHint: boolean}} Target
 * @typedef {{pick: (id: string, isTouch: boolean) => void,
 *   preview: (id: string | null) => void}} Listeners
 */

const MAX_TAB_STOPS = 24; // with more, Tab skips them and the arrow keys move between them

export class Targets {
  /** @param {HTMLElement} layer @param {Listeners} listeners */
  constructor(layer, listeners) {
    this.layer = layer;
    this.listeners = listeners;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<string, Box>} the steps of a walk */
    this.walks = new Map();
    layer.addEventListener("click", (event) => this.onClick(event));
    layer.addEventListener("keydown", (event) => this.onKey(event));
    for (const type of ["pointerover", "focusin"]) {
      layer.addEventListener(type, (event) => this.listeners.preview(idOf(event.target)));
    }
    for (const type of ["pointerleave", "focusout"]) {
      layer.addEventListener(type, () => this.listeners.preview(null));
    }
  }

  /**
   * Shows these targets only.
   * @param {Target[]} targets @param {number} shape of the picture, width divided by height
   */
  show(targets, shape) {
    const ids = new Set(targets.map((target) => target.id));
    for (const [id, button] of this.buttons) {
      if (ids.has(id)) continue;
      button.remove();
      this.buttons.delete(id);
    }
    for (const target of targets) this.place(target, shape);
    const walks = targets.filter((target) => target.isWalk);
    this.walks = new Map(walks.map(({ id, box }) => [id, box]));
    this.layer.classList.toggle("many", this.ids().length > MAX_TAB_STOPS);
    const focused = idOf(document.activeElement) ?? "";
    const first = targets.find((target) => target.kind === "next")?.id ?? "";
    this.setTabStop(this.buttons.has(focused) ? focused : first);
  }

  /** @param {Target} target @param {number} shape */
  place({ id, label, box, kind, isWalk, isHint }, shape) {
    let button = this.buttons.get(id);
    if (!button) {
      button = document.createElement("button");
      button.type = "button";
      button.dataset.target = id;
      this.buttons.set(id, button);
    }
    if (button.ariaLabel !== label) button.ariaLabel = label;
    const ratio = (box.width / box.height) * shape;
    const isRound = ratio > 0.8 && ratio < 1.25;
    button.className = `${kind}${isWalk ? " walk" : ""}${isRound ? " round" : ""}${
      isHint ? " hinted" : ""
    }`;
    button.style.left = `${box.x}%`;
    button.style.top = `${box.y}%`;
    button.style.setProperty("--wide", `${box.width}`);
    button.style.setProperty("--high", `${box.height}`);
    if (!button.isConnected) this.layer.append(button);
  }

  /** Makes a target the Tab stop, if there are many. @param {string} id */
  setTabStop(id) {
    const hasMany = this.ids().length > MAX_TAB_STOPS;
    for (const [other, button] of this.buttons) {
      const isOff = button.classList.contains("other") || (hasMany && other !== id);
      button.tabIndex = isOff ? -1 : 0;
    }
  }

  /** The targets that the arrow keys move between. */
  ids() {
    const isMain = (/** @type {HTMLElement} */ button) => !button.classList.contains("other");
    return Array.from(this.buttons.keys()).filter((id) => isMain(this.button(id)));
  }

  /** @param {string} id */
  button(id) {
    const button = this.buttons.get(id);
    if (!button) throw new Error(`there is no target ${id}`);
    return button;
  }

  /** The target at a point of the screen, with the nearest centre. @param {Point} point */
  at({ x, y }) {
    let best = null;
    let shortest = Infinity;
    for (const [id, button] of this.buttons) {
      const box = button.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
      const distance = Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
      if (distance < shortest) [best, shortest] = [id, distance];
    }
    return best;
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const isPointer = event.detail > 0;
    const id = isPointer ? this.at({ x: event.clientX, y: event.clientY }) : idOf(event.target);
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    if (id !== null) this.listeners.pick(id, isTouch);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const direction = DIRECTIONS[event.key];
    const from = idOf(event.target);
    if (!direction || from === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.nearest(from, direction);
    if (next !== null) this.focus(next);
  }

  /**
   * The nearest target in a direction; a sideways offset counts as further away.
   * @param {string} from @param {[number, number]} direction
   */
  nearest(from, [dx, dy]) {
    const start = this.centre(from);
    let best = null;
    let shortest = Infinity;
    for (const id of this.ids()) {
      const to = this.centre(id);
      const ahead = (to.x - start.x) * dx + (to.y - start.y) * dy;
      const sideways = Math.abs((to.x - start.x) * dy) + Math.abs((to.y - start.y) * dx);
      const distance = ahead + 2.5 * sideways;
      if (ahead > 1 && distance < shortest) [best, shortest] = [id, distance];
    }
    return best;
  }

  /** @param {string} id */
  centre(id) {
    const box = this.buttons.get(id)?.getBoundingClientRect();
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : { x: 0, y: 0 };
  }

  /** The step of a walk whose box, not just its button, contains a point. @param {Point} point */
  stepAt({ x, y }) {
    for (const [id, box] of this.walks) {
      const { width, height } = this.sizeOf(box);
      const centre = this.centre(id);
      if (2 * Math.abs(x - centre.x) <= width && 2 * Math.abs(y - centre.y) <= height) return id;
    }
    return null;
  }

  /** The size of a step on the screen. */
  stepSize() {
    const [box] = this.walks.values();
    const { width, height } = box ? this.sizeOf(box) : { width: 0, height: 0 };
    return Math.max(width, height);
  }

  /** @param {Box} box */
  sizeOf(box) {
    const whole = this.layer.getBoundingClientRect();
    return { width: (box.width * whole.width) / 100, height: (box.height * whole.height) / 100 };
  }

  /** @param {string} id */
  focus(id) {
    this.setTabStop(id);
    this.buttons.get(id)?.focus({ preventScroll: true });
    this.buttons.get(id)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** The next target that is nearest to a point of the screen. @param {Point | null} point */
  nearestTo(point) {
    const ids = this.ids().filter((id) => this.button(id).classList.contains("next"));
    if (!point) return ids[0] ?? null;
    /** @param {string} id */
    const distance = (id) => Math.hypot(this.centre(id).x - point.x, this.centre(id).y - point.y);
    return ids.sort((a, b) => distance(a) - distance(b))[0] ?? null;
  }
}

/** @typedef {{x: number, y: number}} Point */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The id of the element under a button. @param {EventTarget | null} button */
export function idOf(button) {
  return button instanceof HTMLElement ? (button.dataset.target ?? null) : null;
}
