/** Mouse, pen and finger on the sheet: one draws, two fingers only look. */

/** @typedef {import("./tools.js").Hand} Hand */
/** @typedef {import("./canvas.js").Canvas} Canvas */

/** @param {Canvas} canvas @param {Hand} hand */
export function listenToPointer(canvas, hand) {
  const { place } = canvas;
  /** @type {number | null} */
  let drawing = null;
  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (drawing !== null) {
      hand.escape();
      drawing = null;
      return;
    }
    event.preventDefault();
    place.focus({ preventScroll: true });
    place.setPointerCapture(event.pointerId);
    drawing = event.pointerId;
    const cell = canvas.cellAt(event);
    if (event.altKey) hand.pick(hand.model.sheet.cells[cell[0] * hand.model.sheet.columns + cell[1]] ?? "s");
    else hand.down(cell);
  });
  place.addEventListener("pointermove", (event) => {
    if (drawing !== event.pointerId) return;
    const all = event.getCoalescedEvents?.() ?? [];
    for (const each of all.length ? all : [event]) hand.over(canvas.cellAt(each));
  });
  place.addEventListener("pointerup", (event) => {
    if (drawing === event.pointerId) hand.up();
    drawing = null;
  });
  place.addEventListener("pointercancel", () => {
    if (drawing !== null) hand.escape();
    drawing = null;
  });
}
