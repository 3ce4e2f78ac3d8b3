/** The form: rows of options that grow, and lists that go with the game. */

import { element, make, setText } from "../../../web/assets/page.js";
import { ask } from "../server.js";

/**
 * @typedef {{name: string, text: string, range: string, usual: string, sweep: string}} Option
 * @typedef {{presets: string[], options: Option[], bots: [string, string][],
 *   seatings: [string, string][], usual: string}} Choices
 */

const form = element("question", HTMLFormElement);
const subject = element("subject", HTMLSelectElement);
/** @type {Choices} */
let choices = JSON.parse(element("choices", HTMLScriptElement).textContent ?? "{}");

for (const each of document.querySelectorAll(".no-script")) each.remove();

// Rows

/** What the option of a row is, and what it takes. @param {Element} row */
function explain(row) {
  const [name, value] = /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll("input")]);
  const hint = /** @type {HTMLElement} */ (row.querySelector(".hint"));
  if (!name || !value) return;
  const isOver = row.parentElement?.dataset.group === "over";
  const option = choices.options.find((each) => each.name === name.value.trim());
  const values = option && (isOver ? `worth trying: ${option.sweep}` : option.range);
  setText(hint, option ? `${option.text} (${values})` : "");
  value.placeholder = option ? (isOver ? option.sweep : option.usual) : isOver ? "values" : "value";
}

/** There is always an empty row at the end. @param {HTMLElement} rows */
function grow(rows) {
  const every = [...rows.querySelectorAll(".option")];
  const last = every.at(-1);
  if (!last || [...last.querySelectorAll("input")].every((each) => !each.value)) return;
  const number = every.length ? Math.max(...every.map(numberOf)) + 1 : 0;
  const next = /** @type {HTMLElement} */ (last.cloneNode(true));
  next.querySelector(".wrong")?.remove();
  for (const each of next.querySelectorAll("input")) {
    each.name = each.id = each.name.replace(/\.\d+\./, `.${number}.`);
    each.value = "";
    each.removeAttribute("value");
    each.removeAttribute("aria-invalid");
    each.removeAttribute("aria-describedby");
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
    grow(rows);
  });
  rows.querySelectorAll(".option").forEach(explain);
}

// Another game

/** @param {HTMLSelectElement} select @param {[string, string][]} values */
function refill(select, values) {
  const kept = select.value;
  select.replaceChildren(
    ...values.map(([value, word]) => {
      const option = make("option", "", word);
      option.value = value;
      return option;
    }),
  );
  select.value = values.some(([value]) => value === kept) ? kept : "";
}

/** @param {string} id @param {[string, string][]} values */
function suggest(id, values) {
  const made = values.map(([value, words]) => {
    const option = make("option", "", words);
    option.value = value;
    return option;
  });
  element(id, HTMLDataListElement).replaceChildren(...made);
}

async function choose() {
  const wanted = subject.value;
  const preset = element("preset", HTMLSelectElement).value;
  const found = await ask(`/lab/choices?${new URLSearchParams({ subject: wanted, preset })}`);
  if (subject.value !== wanted) return; // another one was chosen meanwhile
  choices = found;
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll(".presets"))) {
    const presets = choices.presets.map((each) => /** @type {[string, string]} */ ([each, each]));
    refill(select, [["", select.dataset.usual ?? ""], ...presets]);
    /** @type {HTMLElement} */ (select.closest(".field")).hidden = !presets.length;
  }
  refill(element("seatings", HTMLSelectElement), [["", "the usual way"], ...choices.seatings]);
  suggest("bot-names", choices.bots);
  suggest("option-names", choices.options.map((each) => [each.name, each.text]));
  form.querySelectorAll(".option").forEach(explain);
  for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".same-subject"))) {
    each.value = wanted;
  }
}

subject.addEventListener("change", choose);
element("preset", HTMLSelectElement).addEventListener("change", choose);

// After something went wrong the focus is there.
const wrong = document.querySelector('[aria-invalid="true"]') ?? document.getElementById("toml");
if (wrong instanceof HTMLElement) wrong.focus();
