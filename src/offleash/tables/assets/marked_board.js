/** A picture of a board with two moves drawn on it: the better one in green, the other dashed in red. */

const NAMESPACE = "http://www.w3.org/2000/svg";
const BETTER = "#0b7a3b";
const PLAYED = "#c0261b";
const RING = 0.008; // the width of a line, as a part of the picture's

/** An address for an image. @param {string} svg */
export function svgAddress(svg) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/**
 * Draws both moves, and returns the address of the picture.
 * @param {string} svg @param {string[]} better ids to click @param {string[]} played
 */
export function drawMoves(svg, better, played) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (!(drawing instanceof SVGSVGElement)) return svgAddress(svg);
  // Boxes are known of what is on the page; its ids must be gone again before anything else runs.
  const stage = document.createElement("div");
  stage.style.cssText = "position: absolute; width: 800px; visibility: hidden";
  stage.append(document.importNode(drawing, true));
  document.body.append(stage);
  const copy = stage.firstElementChild;
  if (copy instanceof SVGSVGElement) {
    const marks = [...marksOf(copy, played, PLAYED, true), ...marksOf(copy, better, BETTER, false)];
    copy.append(...marks);
  }
  stage.remove();
  return svgAddress(new XMLSerializer().serializeToString(copy ?? drawing));
}

/** @param {SVGSVGElement} svg @param {string[]} ids @param {string} colour @param {boolean} isDashed */
function marksOf(svg, ids, colour, isDashed) {
  const boxes = ids.map((id) => boxOf(svg, id)).filter((box) => box !== null);
  const width = RING * svg.viewBox.baseVal.width;
  const rings = boxes.map(({ x, y, width: wide, height: high }) =>
    shape("rect", { x, y, width: wide, height: high, rx: 2 * width }));
  const centres = boxes.map(({ x, y, width: wide, height: high }) => `${x + wide / 2},${y + high / 2}`);
  const line = centres.length > 1 ? [shape("polyline", { points: centres.join(" ") })] : [];
  return [...line, ...rings].map((mark) => {
    mark.setAttribute("fill", "none");
    mark.setAttribute("stroke", colour);
    mark.setAttribute("stroke-width", String(isDashed ? width : 1.4 * width));
    if (isDashed) mark.setAttribute("stroke-dasharray", `${2 * width} ${1.5 * width}`);
    return mark;
  });
}

/** The box of an element in the units of the picture. @param {SVGSVGElement} svg @param {string} id */
function boxOf(svg, id) {
  const toPicture = svg.getScreenCTM()?.inverse();
  const box = svg.querySelector(`#${CSS.escape(id)}`)?.getBoundingClientRect();
  if (!toPicture || !box || box.width === 0) return null;
  const from = new DOMPoint(box.left, box.top).matrixTransform(toPicture);
  const to = new DOMPoint(box.right, box.bottom).matrixTransform(toPicture);
  return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
}

/** @param {string} kind @param {Record<string, number | string>} values */
function shape(kind, values) {
  const element = document.createElementNS(NAMESPACE, kind);
  for (const [key, value] of Object.entries(values)) element.setAttribute(key, String(value));
  return element;
}
