/** The form: rows of options, and lists that depend on the game. */

import { element, setText } from "../../../web/assets/page.js";
import { fetchJson } from "../server.js";

/**
 * @typedef {{name: string, text: string, range: string, usual: string, sweep: string}} Option
 * @typedef {{presets: string[], options: Option[], bots: [string, string][],
 *   seatings: [string, string][], usual: string}} Choices
 */

const form = element("question", HTMLFormElement);
const subject = element("subject", HTMLSelectElement);
/** @type {Choices} */
let choices = JSON.parse(element("choices", HTMLScriptElement).textContent ?? "{}");

for (const note of document.querySelectorAll(".no-script")) note.remove();

// Rows

/** Describes the option of a row and its values. @param {Element} row */
function explain(row) {
  const [name, value] = /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll("input")]);
  const hint = /** @type {HTMLElement} */ (row.querySelector(".hint"));
  if (!name || !value) return;
  const isOver = row.parentElement?.dataset.group === "over";
  const option = choices.options.find((one) => one.name === name.value.trim());
  const values = option && (isOver ? `worth trying: ${option.sweep}` : option.range);
  setText(hint, option ? `${option.text} (${values})` : "");
  value.placeholder = option ? (isOver ? option.sweep : option.usual) : isOver ? "values" : "value";
}

/** Adds an empty row at the end if there is none. @param {HTMLElement} rows */
function addRow(rows) {
  const all = [...rows.querySelectorAll(".option")];
  const last = all.at(-1);
  if (!last || [...last.querySelectorAll("input")].every((input) => !input.value)) return;
  const number = Math.max(...all.map(numberOf)) + 1;
  const next = /** @type {HTMLElement} */ (last.cloneNode(true));
  next.querySelector(".wrong")?.remove();
  for (const input of next.querySelectorAll("input")) {
    input.name = input.id = input.name.replace(/\.\d+\./, `.${number}.`);
    input.value = "";
    for (const name of ["value", "aria-invalid", "aria-describedby"]) input.removeAttribute(name);
  }
  last.after(next);
  explain(next);
}

/** @param {Element} row */
function numberOf(row) {
  return Number(/\.(\d+)\./.exec(row.querySelector("input")?.name ?? "")?.[1] ?? 0);
}

for (const rows of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".rows"))) {
  rows.addEventListener("input", (event) => {
    const row = event.target instanceof Element && event.target.closest(".option");
    if (row) explain(row);
    addRow(rows);
  });
  rows.querySelectorAll(".option").forEach(explain);
}

// Another game

/** @param {HTMLSelectElement} select @param {[string, string][]} values */
function refill(select, values) {
  const selected = select.value;
  select.replaceChildren(...values.map(([value, word]) => new Option(word, value)));
  select.value = values.some(([value]) => value === selected) ? selected : "";
}

/** @param {string} id @param {[string, string][]} values */
function suggest(id, values) {
  element(id, HTMLDataListElement).replaceChildren(...values.map(([value, words]) => new Option(words, value)));
}

async function updateChoices() {
  const name = subject.value;
  const preset = element("preset", HTMLSelectElement).value;
  const response = await fetchJson(`/lab/choices?${new URLSearchParams({ subject: name, preset })}`);
  if (subject.value !== name) return; // the user has chosen another one
  choices = response;
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll(".presets"))) {
    const presets = choices.presets.map((one) => /** @type {[string, string]} */ ([one, one]));
    refill(select, [["", select.dataset.usual ?? ""], ...presets]);
    /** @type {HTMLElement} */ (select.closest(".field")).hidden = !presets.length;
  }
  refill(element("seatings", HTMLSelectElement), [["", "the usual way"], ...choices.seatings]);
  suggest("bot-names", choices.bots);
  suggest("option-names", choices.options.map((option) => [option.name, option.text]));
  form.querySelectorAll(".option").forEach(explain);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".same-subject"))) {
    input.value = name;
  }
}

subject.addEventListener("change", updateChoices);
element("preset", HTMLSelectElement).addEventListener("change", updateChoices);

// Focus the first field with an error.
const wrong = document.querySelector('[aria-invalid="true"]') ?? document.getElementById("toml");
if (wrong instanceof HTMLElement) wrong.focus();
