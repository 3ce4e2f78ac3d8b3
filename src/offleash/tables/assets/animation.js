/**
 * Animates moves: every piece, by its id, slides from its old position to its new one. A picture
 * says what a piece is by the attribute `data-slides`; anything else that moved is just elsewhere.
 *
 * A piece has moved if its position differs both on the screen and in the picture. If the picture
 * scrolls to another part of the board, pieces that rest on the board or the screen don't move.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{screen: Point, board: Point, isGroup: boolean, view: string, transform: string,
 *   text: string}} Position
 */

const MOVE_MS = 380;
const OTHERS_MOVE_MS = 600; // slower, so that people can follow
const APPEAR_MS = 260;
const MIN_DISTANCE = 3; // px, or units of the picture: shorter moves are not animated
const MAX_MOVES = 60; // more at once means another picture

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** The positions of elements with an id, for `animateMoves`. @param {SVGSVGElement | null} svg */
export function measurePositions(svg) {
  /** @type {Map<string, Position>} */
  const positions = new Map();
  const toBoard = svg?.getScreenCTM()?.inverse();
  if (!svg || !toBoard || reducedMotion.matches) return positions;
  const whole = svg.getBoundingClientRect();
  const view = svg.getAttribute("viewBox") ?? "";
  const pieces = Array.from(svg.querySelectorAll("[id]")).filter(
    (element) => element instanceof SVGGraphicsElement && !element.closest("defs"),
  );
  const groups = new Set(pieces.map((element) => element.parentElement?.closest("[id]")));
  for (const element of pieces) {
    const box = element.getBoundingClientRect();
    const centre = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2);
    positions.set(element.id, {
      screen: { x: centre.x - whole.left, y: centre.y - whole.top },
      board: centre.matrixTransform(toBoard),
      isGroup: groups.has(element),
      view,
      transform: element.getAttribute("transform") ?? "",
      text: Array.from(element.querySelectorAll("text"), (text) => text.textContent).join(" "),
    });
  }
  return positions;
}

/** Ends all running animations. @param {SVGSVGElement | null} svg */
export function cancelAnimations(svg) {
  for (const animation of svg?.getAnimations({ subtree: true }) ?? []) animation.cancel();
}

/**
 * Slides every piece that moved to its new position, and fades in new ones.
 * @param {SVGSVGElement | null} svg @param {Map<string, Position>} positions before
 * @param {boolean} isOwn whether the viewer moved them
 */
export function animateMoves(svg, positions, isOwn = true) {
  if (!svg || positions.size === 0 || reducedMotion.matches) return;
  /** @type {Map<Element, Point | null>} old position relative to the new one; null: it is new */
  const offsets = new Map();
  for (const [id, after] of measurePositions(svg)) {
    const before = positions.get(id);
    if (before && !hasMoved(before, after)) continue;
    const element = svg.querySelector(`#${CSS.escape(id)}`);
    const movesWithParent = Array.from(offsets.keys()).some((other) => other.contains(element));
    if (!element || movesWithParent) continue;
    if (before && !element.hasAttribute("data-slides")) continue;
    offsets.set(element, before ? difference(before.screen, after.screen) : null);
  }
  if (offsets.size > MAX_MOVES) return;
  for (const [element, offset] of offsets) {
    if (offset) slideFrom(element, offset, isOwn ? MOVE_MS : OTHERS_MOVE_MS);
    else element.animate({ opacity: [0, 1] }, { duration: APPEAR_MS, easing: "ease-out" });
  }
}

/**
 * Whether a piece moved; one whose text changed did not. The size of a group depends on its
 * children, so a group has moved only if its own transform changed.
 * @param {Position} before @param {Position} after
 */
function hasMoved(before, after) {
  const isTransformed = before.view === after.view && before.transform !== after.transform;
  const isSame = after.isGroup ? isTransformed : before.text === after.text;
  if (before.isGroup !== after.isGroup || !isSame) return false;
  return [difference(before.screen, after.screen), difference(before.board, after.board)].every(
    ({ x, y }) => Math.hypot(x, y) > MIN_DISTANCE,
  );
}

/** @param {Point} a @param {Point} b */
function difference(a, b) {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** @param {Element} element @param {Point} offset on the screen @param {number} duration in ms */
function slideFrom(element, offset, duration) {
  const parent = element.parentNode;
  const toParent = parent instanceof SVGGraphicsElement && parent.getScreenCTM()?.inverse();
  if (!toParent) return;
  const x = toParent.a * offset.x + toParent.c * offset.y;
  const y = toParent.b * offset.x + toParent.d * offset.y;
  // `translate` is added to the element's own transform.
  element.animate(
    { translate: [`${x}px ${y}px`, "0px 0px"] },
    { duration, easing: "cubic-bezier(.3, .7, .3, 1)" },
  );
}
