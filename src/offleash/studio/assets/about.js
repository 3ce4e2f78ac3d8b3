/** The form about the whole board: name, version, size. */
import { element } from "../../web/assets/page.js";
import { resized } from "./blocks.js";
import { rowsOf } from "./text.js";

/** @typedef {import("./tools.js").Hand} Hand */

/** @param {Hand} hand */
export function listenToForm(hand) {
  const { model } = hand;
  const name = element("name", HTMLInputElement), version = element("version", HTMLSelectElement);
  const rows = element("rows", HTMLInputElement), columns = element("columns", HTMLInputElement);
  const radius = /** @type {HTMLInputElement | null} */ (document.getElementById("radius")), form = element("about", HTMLFormElement);
  const show = () => {
    const { sheet } = model;
    if (document.activeElement !== name) name.value = sheet.name;
    version.value = sheet.version;
    rows.value = String(rowsOf(sheet));
    columns.value = String(sheet.columns);
    if (radius) radius.value = sheet.radius === null ? "" : String(sheet.radius);
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const size = [rows, columns].map((field) => field.valueAsNumber);
    if (!form.reportValidity() || !name.value.trim()) return;
    const [high = 1, wide = 1] = size;
    const isSame = high === rowsOf(model.sheet) && wide === model.sheet.columns;
    model.edit({
      name: name.value.trim(),
      version: version.value,
      radius: radius?.value ? radius.valueAsNumber : null,
      ...(isSame ? {} : resized(model.sheet, high, wide)),
    });
    hand.cursor = [Math.min(hand.cursor[0], high - 1), Math.min(hand.cursor[1], wide - 1)];
    hand.selection = hand.selection && hand.inSheet(hand.selection);
    hand.changed();
  });
  element("clear", HTMLButtonElement).addEventListener("click", () => {
    model.edit({ cells: model.sheet.cells.map(() => model.sheet.format.empty), paths: [], links: [], own: [] });
    hand.say("The sheet is empty; Undo brings it back.");
  });
  model.listen(show);
  show();
}
