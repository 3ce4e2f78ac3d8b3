/**
 * Close-ups on narrow screens: parts of the picture, such as players' places, large enough to read.
 *
 * A close-up refers to the part in the picture, so it changes with it.
 *
 * @import {Picture} from "./picture.js"
 * @import {Show} from "./messages.js"
 */
import { element } from "../../web/assets/page.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const OWN_ATTRIBUTES = new Set(["id", "xmlns", "viewBox", "width", "height", "role", "aria-labelledby"]);
const MARGIN = 2; // units of the picture

const narrow = matchMedia("(max-width: 600px)");

export class CloseUps {
  /** @param {Picture} picture @param {string} prefix of the parts' ids, which end with a seat */
  constructor(picture, prefix) {
    this.picture = picture;
    this.prefix = prefix;
    this.strip = element("close-ups", HTMLElement);
    /** @type {Show | null} */
    this.lastShow = null;
    narrow.addEventListener("change", () => this.lastShow && this.show(this.lastShow));
  }

  /** The viewer's own part comes first. @param {Show} show */
  show(show) {
    this.lastShow = show;
    const seats = show.seats.map((_, seat) => (seat + Math.max(show.you, 0)) % show.seats.length);
    const parts = this.prefix && narrow.matches ? seats.map((seat) => this.closeUp(seat)) : [];
    const closeUps = parts.filter((part) => part !== null);
    this.strip.hidden = closeUps.length === 0;
    if (closeUps.some((part, n) => part !== this.strip.children[n])) {
      this.strip.replaceChildren(...closeUps);
    }
  }

  /** @param {number} seat @returns {SVGSVGElement | null} */
  closeUp(seat) {
    const id = `${this.prefix}${seat}`;
    const box = this.boxOf(id);
    if (!box || !this.picture.svg) return null;
    const name = `close-up-${id}`;
    const old = this.strip.querySelector(`#${CSS.escape(name)}`);
    const part = old instanceof SVGSVGElement ? old : makeCloseUp(name, id, this.picture.svg);
    part.setAttribute("viewBox", box);
    part.setAttribute("aria-label", this.picture.title(id));
    return part;
  }

  /** The view box of a part. @param {string} id */
  boxOf(id) {
    const toBoard = this.picture.svg?.getScreenCTM()?.inverse();
    const box = this.picture.find(id)?.getBoundingClientRect();
    if (!toBoard || !box || box.width === 0) return "";
    const from = new DOMPoint(box.left, box.top).matrixTransform(toBoard);
    const to = new DOMPoint(box.right, box.bottom).matrixTransform(toBoard);
    const size = [to.x - from.x + 2 * MARGIN, to.y - from.y + 2 * MARGIN];
    return [from.x - MARGIN, from.y - MARGIN, ...size].map((n) => n.toFixed(1)).join(" ");
  }
}

/** @param {string} name @param {string} id of the part @param {SVGSVGElement} picture */
function makeCloseUp(name, id, picture) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  // Fonts and the like are set on the whole picture.
  for (const attribute of picture.attributes) {
    if (!OWN_ATTRIBUTES.has(attribute.name)) svg.setAttribute(attribute.name, attribute.value);
  }
  svg.id = name;
  svg.setAttribute("role", "img");
  const part = document.createElementNS(NAMESPACE, "use");
  part.setAttribute("href", `#${id}`);
  svg.append(part);
  return svg;
}
