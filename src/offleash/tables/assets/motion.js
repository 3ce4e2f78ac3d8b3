/**
 * Pieces are seen to move: each goes by its id from where it was to where it is.
 *
 * A piece has moved if its place differs both on the screen and in the picture: where the picture
 * shows another part of the board, what lies still on the board, or on the screen, is at rest.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{screen: Point, board: Point, isGroup: boolean, view: string, transform: string,
 *   text: string}} Place
 */

const GLIDE = 380; // ms
const APPEAR = 260;
const LEAST = 3; // px, or units of the picture: less is no move
const MOST = 60; // more at once is another picture, not a move

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where everything with an id is, for `glide`. @param {SVGSVGElement | null} svg */
export function places(svg) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  const toBoard = svg?.getScreenCTM()?.inverse();
  if (!svg || !toBoard || calm.matches) return found;
  const whole = svg.getBoundingClientRect();
  const view = svg.getAttribute("viewBox") ?? "";
  const pieces = Array.from(svg.querySelectorAll("[id]")).filter(
    (element) => element instanceof SVGGraphicsElement && !element.closest("defs"),
  );
  const groups = new Set(pieces.map((element) => element.parentElement?.closest("[id]")));
  for (const element of pieces) {
    const box = element.getBoundingClientRect();
    const centre = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2);
    found.set(element.id, {
      screen: { x: centre.x - whole.left, y: centre.y - whole.top },
      board: centre.matrixTransform(toBoard),
      isGroup: groups.has(element),
      view,
      transform: element.getAttribute("transform") ?? "",
      text: Array.from(element.querySelectorAll("text"), (text) => text.textContent).join(" "),
    });
  }
  return found;
}

/** Ends what still moves. @param {SVGSVGElement | null} svg */
export function settle(svg) {
  for (const moving of svg?.getAnimations({ subtree: true }) ?? []) moving.cancel();
}

/**
 * Lets every piece that has another place than before go there, and what is new appear.
 * @param {SVGSVGElement | null} svg @param {Map<string, Place>} before
 */
export function glide(svg, before) {
  if (!svg || before.size === 0 || calm.matches) return;
  /** @type {Map<Element, Point | null>} from how far each comes; null: it is new */
  const moved = new Map();
  for (const [id, now] of places(svg)) {
    const was = before.get(id);
    if (was && !hasMoved(was, now)) continue;
    const element = svg.querySelector(`#${CSS.escape(id)}`);
    const comesAlong = Array.from(moved.keys()).some((other) => other.contains(element));
    if (!element || comesAlong) continue;
    moved.set(element, was ? less(was.screen, now.screen) : null);
  }
  if (moved.size > MOST) return;
  for (const [element, by] of moved) {
    if (by) goFrom(element, by);
    else element.animate({ opacity: [0, 1] }, { duration: APPEAR, easing: "ease-out" });
  }
}

/**
 * Whether a piece moved; one that says something else now did not. A group is as large as what is
 * in it, so it only moves where it is moved as a whole.
 * @param {Place} was @param {Place} now
 */
function hasMoved(was, now) {
  const isWhole = was.view === now.view && was.transform !== now.transform;
  const isSame = now.isGroup ? isWhole : was.text === now.text;
  if (was.isGroup !== now.isGroup || !isSame) return false;
  return [less(was.screen, now.screen), less(was.board, now.board)].every(
    ({ x, y }) => Math.hypot(x, y) > LEAST,
  );
}

/** @param {Point} a @param {Point} b */
function less(a, b) {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** @param {Element} element @param {Point} by on the screen */
function goFrom(element, by) {
  const parent = element.parentNode;
  const toOwn = parent instanceof SVGGraphicsElement && parent.getScreenCTM()?.inverse();
  if (!toOwn) return;
  const x = toOwn.a * by.x + toOwn.c * by.y;
  const y = toOwn.b * by.x + toOwn.d * by.y;
  // `translate` comes on top of the element's own transform, which stays as it is.
  element.animate(
    { translate: [`${x}px ${y}px`, "0px 0px"] },
    { duration: GLIDE, easing: "cubic-bezier(.3, .7, .3, 1)" },
  );
}
