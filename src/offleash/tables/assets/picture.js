/**
 * The drawing: chunks of text become one SVG, and the living one is patched to be like it.
 *
 * An element that keeps its id stays the same element, so that pieces can be seen to move.
 *
 * @import {Drawing} from "./messages.js"
 * @typedef {{x: number, y: number, width: number, height: number}} Box centre and size in % of
 *   the picture
 */

export class Picture {
  /** @param {HTMLElement} frame that holds the picture */
  constructor(frame) {
    this.frame = frame;
    /** @type {string[]} */
    this.chunks = [];
    /** @type {SVGSVGElement | null} */
    this.svg = null;
  }

  /** Takes what was sent; nothing is shown yet. @param {Drawing} drawing */
  take(drawing) {
    if (drawing.whole) this.chunks = [];
    for (const [from, to, pieces] of [...drawing.splices].reverse()) {
      this.chunks.splice(from, to - from, ...pieces);
    }
    const text = this.chunks.join("");
    const end = text.lastIndexOf("</svg>");
    return end < 0 ? "" : text.slice(0, end) + drawing.marks + text.slice(end);
  }

  /** @param {Drawing} drawing */
  show(drawing) {
    const text = this.take(drawing);
    if (text === "") return;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (!(parsed instanceof SVGSVGElement)) throw new Error("the table sent no picture");
    if (this.svg === null) {
      this.svg = document.importNode(parsed, true);
      this.frame.append(this.svg);
    } else {
      patch(this.svg, parsed);
    }
  }

  /** An element of the picture. @param {string} id @returns {SVGGraphicsElement | null} */
  find(id) {
    const found = this.svg?.querySelector(`#${CSS.escape(id)}`);
    return found instanceof SVGGraphicsElement && !found.closest("defs") ? found : null;
  }

  /**
   * Where elements are, of those that can be seen.
   * @param {Iterable<string>} ids @returns {Map<string, Box>}
   */
  boxes(ids) {
    /** @type {Map<string, Box>} */
    const boxes = new Map();
    const whole = this.svg?.getBoundingClientRect();
    if (!whole) return boxes;
    for (const id of new Set(ids)) {
      const box = this.find(id)?.getBoundingClientRect();
      if (!box || (box.width === 0 && box.height === 0)) continue;
      boxes.set(id, {
        x: (100 * (box.left + box.width / 2 - whole.left)) / whole.width,
        y: (100 * (box.top + box.height / 2 - whole.top)) / whole.height,
        width: (100 * box.width) / whole.width,
        height: (100 * box.height) / whole.height,
      });
    }
    return boxes;
  }

  /** What an element says of itself. @param {string} id */
  title(id) {
    return this.find(id)?.querySelector(":scope > title")?.textContent ?? "";
  }

  /** Its width by its height. */
  get shape() {
    const { width = 1, height = 1 } = this.svg?.viewBox.baseVal ?? {};
    return width / height;
  }

  get viewBox() {
    return this.svg?.getAttribute("viewBox") ?? "0 0 1 1";
  }
}

/** Makes one element like another, with as little change as possible.
 * @param {Element} old @param {Element} like */
export function patch(old, like) {
  const keyed = new Map(Array.from(old.querySelectorAll("[id]"), (each) => [each.id, each]));
  patchElement(old, like, keyed);
}

/** @param {Element} old @param {Element} like @param {Map<string, Element>} keyed */
function patchElement(old, like, keyed) {
  if (old.isEqualNode(like)) return;
  for (const { name } of Array.from(old.attributes)) {
    if (!like.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of Array.from(like.attributes)) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  patchChildren(old, like, keyed);
}

/** @param {Element} parent @param {Element} like @param {Map<string, Element>} keyed */
function patchChildren(parent, like, keyed) {
  const nameless = Array.from(parent.childNodes).filter((node) => idOf(node) === "");
  /** @type {ChildNode | null} */
  let here = parent.firstChild;
  for (const wanted of Array.from(like.childNodes)) {
    const node = kept(parent, wanted, nameless, keyed);
    if (node === here) here = node.nextSibling;
    else parent.insertBefore(node, here);
  }
  while (here !== null) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

/**
 * The old node that goes on as the wanted one, made like it; or a new one.
 * @param {Element} parent @param {ChildNode} wanted @param {ChildNode[]} nameless
 * @param {Map<string, Element>} keyed @returns {ChildNode}
 */
function kept(parent, wanted, nameless, keyed) {
  const id = idOf(wanted);
  const place = nameless.findIndex((node) => node.nodeName === wanted.nodeName);
  const found = id === "" ? nameless[place] : keyed.get(id);
  const isUsable = found && found.nodeName === wanted.nodeName && !found.contains(parent);
  if (!isUsable) return fresh(wanted, keyed);
  if (id === "") nameless.splice(0, place + 1);
  else keyed.delete(id);
  if (found instanceof Element && wanted instanceof Element) patchElement(found, wanted, keyed);
  else if (found.nodeValue !== wanted.nodeValue) found.nodeValue = wanted.nodeValue;
  return found;
}

/**
 * A new node; those of its children that were there before come along.
 * @param {ChildNode} wanted @param {Map<string, Element>} keyed @returns {ChildNode}
 */
function fresh(wanted, keyed) {
  if (!(wanted instanceof Element)) return document.importNode(wanted, true);
  const made = document.importNode(wanted, false);
  patchChildren(made, wanted, keyed);
  return made;
}

/** @param {Node} node */
function idOf(node) {
  return node instanceof Element ? node.id : "";
}
