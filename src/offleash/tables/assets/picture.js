/**
 * The picture: joins chunks of text to an SVG, and patches the displayed one to match it.
 *
 * An element with the same id stays the same element, so that moves can be animated.
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

  /** Applies the splices and returns the new SVG as text. @param {Drawing} drawing */
  apply(drawing) {
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
    const text = this.apply(drawing);
    if (text === "") return;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (!(parsed instanceof SVGSVGElement)) throw new Error("the table did not send an SVG");
    if (this.svg === null) {
      this.svg = document.adoptNode(parsed);
      this.frame.append(this.svg);
    } else {
      patch(this.svg, parsed);
    }
  }

  /** An element of the picture. @param {string} id @returns {SVGGraphicsElement | null} */
  find(id) {
    const node = this.svg?.querySelector(`#${CSS.escape(id)}`);
    return node instanceof SVGGraphicsElement && !node.closest("defs") ? node : null;
  }

  /**
   * The boxes of the visible elements among these ids.
   * @param {Iterable<string>} ids @returns {Map<string, Box>}
   */
  boxes(ids) {
    /** @type {Map<string, Box>} */
    const boxes = new Map();
    const bounds = this.svg?.getBoundingClientRect();
    if (!bounds) return boxes;
    for (const id of new Set(ids)) {
      const box = this.find(id)?.getBoundingClientRect();
      if (!box || (box.width === 0 && box.height === 0)) continue;
      boxes.set(id, {
        x: (100 * (box.left + box.width / 2 - bounds.left)) / bounds.width,
        y: (100 * (box.top + box.height / 2 - bounds.top)) / bounds.height,
        width: (100 * box.width) / bounds.width,
        height: (100 * box.height) / bounds.height,
      });
    }
    return boxes;
  }

  /**
   * The elements that are copies of others, by the id of the first.
   * @param {Iterable<string>} ids @returns {Map<string, string[]>}
   */
  copies(ids) {
    /** @type {Map<string, string[]>} */
    const copies = new Map();
    const firsts = new Set(ids);
    for (const node of this.svg?.querySelectorAll("[data-copy-of]") ?? []) {
      const first = node.getAttribute("data-copy-of") ?? "";
      if (first === node.id || !firsts.has(first)) continue;
      copies.set(first, [...(copies.get(first) ?? []), node.id]);
    }
    return copies;
  }

  /** The id of the element that this one is a copy of, or its own. @param {string} id */
  original(id) {
    return this.find(id)?.getAttribute("data-copy-of") || id;
  }

  /** The title of an element. @param {string} id */
  title(id) {
    return this.find(id)?.querySelector(":scope > title")?.textContent ?? "";
  }

  /** Width divided by height. */
  get shape() {
    const { width = 1, height = 1 } = this.svg?.viewBox.baseVal ?? {};
    return width / height;
  }

  get viewBox() {
    return this.svg?.getAttribute("viewBox") ?? "0 0 1 1";
  }
}

/** Patches an element to match a template, with as few changes as possible.
 * @param {Element} old @param {Element} template */
export function patch(old, template) {
  const byId = new Map(Array.from(old.querySelectorAll("[id]"), (node) => [node.id, node]));
  patchElement(old, template, byId);
}

/** @param {Element} old @param {Element} template @param {Map<string, Element>} byId */
function patchElement(old, template, byId) {
  if (old.isEqualNode(template)) return;
  for (const { name } of Array.from(old.attributes)) {
    if (!template.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of Array.from(template.attributes)) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  patchChildren(old, template, byId);
}

/** @param {Element} parent @param {Element} template @param {Map<string, Element>} byId */
function patchChildren(parent, template, byId) {
  const withoutId = Array.from(parent.childNodes).filter((node) => idOf(node) === "");
  /** @type {ChildNode | null} */
  let cursor = parent.firstChild;
  for (const child of Array.from(template.childNodes)) {
    const node = reuseNode(parent, child, withoutId, byId);
    if (node === cursor) cursor = node.nextSibling;
    else parent.insertBefore(node, cursor);
  }
  while (cursor !== null) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

/**
 * An old node, patched to match the template; or a new one if none fits.
 * @param {Element} parent @param {ChildNode} template @param {ChildNode[]} withoutId
 * @param {Map<string, Element>} byId @returns {ChildNode}
 */
function reuseNode(parent, template, withoutId, byId) {
  const id = idOf(template);
  const index = withoutId.findIndex((node) => node.nodeName === template.nodeName);
  const node = id === "" ? withoutId[index] : byId.get(id);
  const isUsable = node && node.nodeName === template.nodeName && !node.contains(parent);
  if (!isUsable) return createNode(template, byId);
  if (id === "") withoutId.splice(0, index + 1);
  else byId.delete(id);
  if (node instanceof Element && template instanceof Element) patchElement(node, template, byId);
  else if (node.nodeValue !== template.nodeValue) node.nodeValue = template.nodeValue;
  return node;
}

/**
 * A new node from a template; old nodes are reused for its children.
 * @param {ChildNode} template @param {Map<string, Element>} byId @returns {ChildNode}
 */
function createNode(template, byId) {
  if (!(template instanceof Element)) return document.importNode(template, true);
  const element = document.importNode(template, false);
  patchChildren(element, template, byId);
  return element;
}

/** @param {Node} node */
function idOf(node) {
  return node instanceof Element ? node.id : "";
}
