/**
 * Pieces are seen to move: each goes by its id from where it was to where it is.
 *
 * @typedef {{x: number, y: number}} Point in the units of the picture
 */

const GLIDE = 380; // ms
const APPEAR = 260;
const LEAST = 3; // units: less is no move
const MOST = 60; // more at once is another picture, not a move

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where everything with an id is, for `glide`. @param {SVGSVGElement | null} svg */
export function places(svg) {
  /** @type {Map<string, Point>} */
  const found = new Map();
  const toUnits = svg?.getScreenCTM()?.inverse();
  if (!svg || !toUnits || calm.matches) return found;
  for (const element of svg.querySelectorAll("[id]")) {
    if (!(element instanceof SVGGraphicsElement) || element.closest("defs")) continue;
    const box = element.getBoundingClientRect();
    const centre = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2);
    found.set(element.id, centre.matrixTransform(toUnits));
  }
  return found;
}

/** Ends what still moves. @param {SVGSVGElement | null} svg */
export function settle(svg) {
  for (const moving of svg?.getAnimations({ subtree: true }) ?? []) moving.cancel();
}

/**
 * Lets everything that has another place than before go there, and what is new appear.
 * @param {SVGSVGElement | null} svg @param {Map<string, Point>} before
 */
export function glide(svg, before) {
  if (!svg || before.size === 0 || calm.matches) return;
  /** @type {Map<Element, Point | null>} how far each has gone; null: it is new */
  const moved = new Map();
  for (const [id, now] of places(svg)) {
    const element = svg.querySelector(`#${CSS.escape(id)}`);
    const was = before.get(id);
    const by = was ? { x: was.x - now.x, y: was.y - now.y } : null;
    if (!element || (by && Math.hypot(by.x, by.y) < LEAST)) continue;
    if (!Array.from(moved.keys()).some((other) => other.contains(element))) moved.set(element, by);
  }
  if (moved.size > MOST) return;
  for (const [element, by] of moved) {
    if (by) goFrom(element, by, svg);
    else element.animate({ opacity: [0, 1] }, { duration: APPEAR, easing: "ease-out" });
  }
}

/** @param {Element} element @param {Point} by @param {SVGSVGElement} svg */
function goFrom(element, by, svg) {
  const parent = element.parentNode;
  const own = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
  const root = svg.getScreenCTM();
  if (!own || !root) return;
  const toOwn = own.inverse().multiply(root);
  const x = toOwn.a * by.x + toOwn.c * by.y;
  const y = toOwn.b * by.x + toOwn.d * by.y;
  // `translate` comes on top of the element's own transform, which stays as it is.
  element.animate(
    { translate: [`${x}px ${y}px`, "0px 0px"] },
    { duration: GLIDE, easing: "cubic-bezier(.3, .7, .3, 1)" },
  );
}
