/** The form for the whole board: name, version, size. */
import { element } from "../../web/assets/page.js";
import { resizeSheet } from "./blocks.js";
import { rowsOf } from "./sheet.js";

/** @typedef {import("./tools.js").Toolbox} Toolbox */

/** @param {Toolbox} toolbox */
export function listenToForm(toolbox) {
  const { model } = toolbox;
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
      ...(isSame ? {} : resizeSheet(model.sheet, high, wide)),
    });
    toolbox.cursor = [Math.min(toolbox.cursor[0], high - 1), Math.min(toolbox.cursor[1], wide - 1)];
    toolbox.selection = toolbox.selection && toolbox.clipToSheet(toolbox.selection);
    toolbox.notify();
  });
  element("clear", HTMLButtonElement).addEventListener("click", () => {
    model.edit({ cells: model.sheet.cells.map(() => model.sheet.format.empty), paths: [], links: [], own: [] });
    toolbox.showMessage("The sheet is empty; Undo brings it back.");
  });
  model.listen(show);
  show();
}
