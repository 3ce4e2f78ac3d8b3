/** The rules of a project: checks the form as the user fills it in, searches and saves it. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { RequestError, fetchJson } from "./server.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */
/** @typedef {{parts: Record<string, string>, usual: string, differs: boolean, wrong: string, idle: string}} FieldState */

const CHECK_DELAY_MS = 150; // after the last key
const RETRY_DELAY_MS = 3000;

const form = element("rules", HTMLFormElement);
const address = form.dataset.address ?? "";
const preset = document.getElementById("preset");
/** @type {Record<string, string>} of the files on which the page is based */
let digests = JSON.parse(form.dataset.digests ?? "{}");
/** @type {Map<string, HTMLElement>} */
const options = new Map();
for (const option of form.querySelectorAll("[data-option]")) {
  if (option instanceof HTMLElement) options.set(option.dataset.option ?? "", option);
}
/** @type {Map<string, string>} the text of each option, for the search: name, heading, words, rulings */
const texts = new Map();
for (const [name, option] of options) {
  const heading = option.closest("section")?.querySelector("h2")?.textContent ?? "";
  texts.set(name, `${name} ${heading} ${option.textContent}`.toLowerCase());
}
/** @type {Set<string>} options with unsaved values */
const touched = new Set();
/** @type {Set<string>} options to reset to the preset */
const resets = new Set();
let savedPreset = selectedPreset();
let lastRequest = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function selectedPreset() {
  return preset instanceof HTMLSelectElement ? preset.value : "";
}

/** @param {HTMLElement} option @returns {Control[]} */
const controlsOf = (option) => /** @type {Control[]} */ ([...option.querySelectorAll("input, select")]);

/** The unsaved values, for the server. */
function readForm() {
  /** @type {Record<string, string>} */
  const values = {};
  for (const name of touched) {
    for (const control of controlsOf(/** @type {HTMLElement} */ (options.get(name)))) values[control.name] = control.value;
  }
  const base = preset ? { preset: selectedPreset() } : {};
  return { ...base, sent: values, back: [...resets] };
}

function hasChanges() {
  return touched.size > 0 || resets.size > 0 || selectedPreset() !== savedPreset;
}

function showState() {
  const count = [...options.values()].filter((option) => option.querySelector(".wrong")?.textContent).length;
  const problems = count === 1 ? "One value is wrong" : `${count} values are wrong`;
  setText(element("state", HTMLElement), count ? problems : hasChanges() ? "Not saved" : "Saved");
}

/** Checks the form soon after the last key. */
function scheduleCheck() {
  showState();
  clearTimeout(timer);
  timer = setTimeout(check, CHECK_DELAY_MS);
}

async function check() {
  clearTimeout(timer);
  const number = ++lastRequest;
  try {
    const result = await fetchJson(`${address}/check`, readForm());
    if (number === lastRequest) show(result);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (number !== lastRequest) return;
    setText(element("problem", HTMLElement), error.message);
    if (!error.status) timer = setTimeout(check, RETRY_DELAY_MS);
  }
}

/** @param {{fields: Record<string, FieldState>, problem: string}} result */
function show(result) {
  setText(element("problem", HTMLElement), result.problem);
  for (const [name, field] of Object.entries(result.fields)) {
    const option = options.get(name);
    if (option) showOption(name, option, field);
  }
  showState();
  search();
}

/** Shows the state of an option; unsaved values stay. @param {string} name @param {HTMLElement} option @param {FieldState} field */
function showOption(name, option, field) {
  for (const control of controlsOf(option)) {
    const value = field.parts[control.name];
    if (!touched.has(name) && value !== undefined && control.value !== value) control.value = value;
    if (field.wrong) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  }
  option.toggleAttribute("data-differs", field.differs);
  for (const [selector, text] of [[".wrong", field.wrong], [".idle", field.idle], ["[data-usual]", field.usual]]) {
    const place = option.querySelector(selector ?? "");
    if (place instanceof HTMLElement) setText(place, text ?? "");
  }
}

/** Shows only the options that contain the search words, and that differ if that is ticked. */
function search() {
  const words = element("find", HTMLInputElement).value.toLowerCase().split(/\s+/).filter(Boolean);
  const onlyDiffering = element("differing", HTMLInputElement).checked;
  let count = 0;
  for (const [name, option] of options) {
    const text = texts.get(name) ?? "";
    const hasFocus = option.contains(document.activeElement);
    const isDiffering = option.hasAttribute("data-differs") || option.querySelector("[aria-invalid]") || hasFocus;
    option.hidden = !words.every((word) => text.includes(word)) || (onlyDiffering && !isDiffering);
    count += option.hidden ? 0 : 1;
  }
  for (const group of form.querySelectorAll(".group")) {
    if (group instanceof HTMLElement) group.hidden = !group.querySelector(".option:not([hidden])");
  }
  const message = words.length ? "No option contains these words." : "No option differs.";
  setText(element("none", HTMLElement), count ? "" : message);
}

async function save() {
  showQuestion("");
  clearTimeout(timer);
  const number = ++lastRequest; // responses to older requests are ignored
  const [before, preset] = [JSON.stringify(readForm()), selectedPreset()];
  try {
    const note = element("note", HTMLInputElement);
    const result = await fetchJson(address, { ...readForm(), digests, note: note.value });
    note.value = "";
    digests = result.digests;
    savedPreset = preset;
    if (JSON.stringify(readForm()) === before && number === lastRequest) {
      touched.clear();
      resets.clear();
      show(result);
    } else scheduleCheck(); // edited while it was saved
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.status === 409) {
      showQuestion(error.message, ["Reload; my unsaved values stay", reload], ["Not now", () => showQuestion("")]);
    } else {
      showQuestion(`Not saved. ${error.message}`, ["Close", () => showQuestion("")]);
      check();
    }
  }
}

/** Reads the files again, and keeps the unsaved values. */
async function reload() {
  showQuestion("");
  const number = ++lastRequest;
  try {
    const result = await fetchJson(`${address}/check`, readForm());
    digests = result.digests;
    if (number === lastRequest) show(result);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showQuestion(error.message, ["Close", () => showQuestion("")]);
  }
}

/** Shows a question with its answers, or hides it if the message is empty.
 * @param {string} message @param {[string, () => void][]} answers */
function showQuestion(message, ...answers) {
  const place = element("choice", HTMLElement);
  place.hidden = !message;
  const buttons = answers.map(([word, action]) => makeButton(word, action));
  place.replaceChildren(make("p", "", message), make("div", "row", ...buttons));
}

form.addEventListener("input", (event) => {
  const control = event.target;
  const name = control instanceof Element ? control.closest("[data-option]")?.getAttribute("data-option") : null;
  if (!name) return;
  touched.add(name);
  resets.delete(name);
  scheduleCheck();
});
form.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-back]") : null;
  const option = button?.closest("[data-option]");
  if (!(option instanceof HTMLElement)) return;
  const name = option.dataset.option ?? "";
  touched.delete(name);
  resets.add(name);
  controlsOf(option)[0]?.focus(); // the button disappears
  check();
});
form.addEventListener("submit", (event) => event.preventDefault());
preset?.addEventListener("change", () => check());
element("find", HTMLInputElement).addEventListener("input", search);
element("differing", HTMLInputElement).addEventListener("change", search);
element("save", HTMLButtonElement).addEventListener("click", save);
document.addEventListener("keydown", (event) => {
  const isTyping = event.target === element("find", HTMLInputElement);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
    event.preventDefault();
    save();
  } else if (event.key === "/" && !isTyping) {
    event.preventDefault();
    element("find", HTMLInputElement).focus();
  }
});
addEventListener("beforeunload", (event) => {
  if (hasChanges()) event.preventDefault();
});
search();
showState();
