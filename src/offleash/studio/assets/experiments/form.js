/** The form: the server renders it again when a choice changes what else can be chosen. */

import { element, setText } from "../../../web/assets/page.js";
import { UNREACHABLE } from "../server.js";

const form = element("question", HTMLFormElement);
let latest = 0; // the number of the last request
let isPressed = false; // whether a finger or a button of the mouse is down
const RELEASE_CHECK_MS = 20;

function removeButtons() {
  for (const note of document.querySelectorAll(".no-script")) note.remove();
}

/** @param {Element} node @returns {node is HTMLInputElement | HTMLSelectElement} */
function isField(node) {
  return node instanceof HTMLSelectElement || node instanceof HTMLInputElement;
}

/** The value of a field; of a box, whether it is ticked. @param {HTMLInputElement | HTMLSelectElement} field */
function valueOf(field) {
  const isBox = field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);
  return isBox ? String(field.checked) : field.value;
}

/** The fields by id. */
function readValues() {
  const fields = [...form.elements].filter(isField).filter((field) => field.id);
  return new Map(fields.map((field) => [field.id, valueOf(field)]));
}

/** Writes what the user has changed since `before` into the fields of the new form.
 * @param {Map<string, string>} before @param {Map<string, string>} after */
function writeChanges(before, after) {
  for (const [id, value] of after) {
    const field = document.getElementById(id);
    if (before.get(id) === value || !field || !isField(field)) continue;
    if (value === "true" || value === "false") /** @type {HTMLInputElement} */ (field).checked = value === "true";
    else if (field instanceof HTMLInputElement || listValues(field).includes(value)) field.value = value;
  }
}

/** The values in a list; none for other fields. @param {HTMLInputElement | HTMLSelectElement} field */
function listValues(field) {
  return field instanceof HTMLSelectElement ? [...field.options].map((option) => option.value) : [];
}

/** Moves the field with the focus into the new form, as somebody may be typing in it. A list with
 * other values is not moved. Returns the field to focus. @param {Document} next */
function keepFocused(next) {
  const field = document.activeElement;
  const twin = field?.id ? next.getElementById(field.id) : null;
  if (!field || !twin || !form.contains(field) || !isField(field) || !isField(twin)) return twin;
  if (field.type !== twin.type || String(listValues(field)) !== String(listValues(twin))) return twin;
  for (const name of ["aria-invalid", "aria-describedby"]) {
    if (twin.hasAttribute(name)) field.setAttribute(name, twin.getAttribute(name) ?? "");
    else field.removeAttribute(name);
  }
  twin.replaceWith(field);
  return field;
}

/** Resolves when no button is held down: in a form that is replaced meanwhile, its click would be lost. */
async function untilReleased() {
  while (isPressed) await new Promise((resolve) => setTimeout(resolve, RELEASE_CHECK_MS));
}

async function refresh() {
  const number = ++latest;
  const before = readValues();
  const response = await fetch("/lab/choices", { method: "POST", body: new FormData(form) }).catch(() => null);
  const html = response?.ok ? await response.text().catch(() => "") : "";
  await untilReleased();
  if (number !== latest) return; // a newer request is under way
  setText(element("message", HTMLElement), html ? "" : UNREACHABLE);
  if (!html) return;
  const after = readValues();
  const folds = [...form.querySelectorAll("details")].filter((fold) => fold.open).map((fold) => fold.id);
  const next = new DOMParser().parseFromString(html, "text/html");
  const focus = keepFocused(next);
  form.replaceChildren(...next.body.childNodes);
  removeButtons();
  writeChanges(before, after);
  for (const id of folds) element(id, HTMLDetailsElement).open = true;
  focus?.focus();
  for (const input of document.querySelectorAll(".same-subject")) {
    /** @type {HTMLInputElement} */ (input).value = element("subject", HTMLSelectElement).value;
  }
}

addEventListener("pointerdown", () => { isPressed = true; }, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { isPressed = false; }, true);
form.addEventListener("change", (event) => {
  if (event.target instanceof HTMLElement && "refresh" in event.target.dataset) refresh();
});
removeButtons();

// Focus the first field with an error.
const wrong = document.querySelector('[aria-invalid="true"]') ?? document.getElementById("toml");
if (wrong instanceof HTMLElement) wrong.focus();
