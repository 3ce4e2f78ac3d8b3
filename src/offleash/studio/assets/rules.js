/** The rules of a project: checked as they are filled in, found by words, saved line by line. */
import { element, make, makeButton, setText } from "../../web/assets/page.js";
import { Refused, ask } from "./server.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Filled */
/** @typedef {{parts: Record<string, string>, usual: string, differs: boolean, wrong: string, idle: string}} Told */

const PAUSE = 150; // milliseconds after a key until the server is asked
const RETRY = 3000;

const form = element("rules", HTMLFormElement);
const address = `/studio/${encodeURIComponent(form.dataset.project ?? "")}/rules`;
const preset = document.getElementById("preset");
/** @type {Record<string, string>} of the files that the page began with */
let digests = JSON.parse(form.dataset.digests ?? "{}");
/** @type {Map<string, HTMLElement>} */
const options = new Map();
for (const each of form.querySelectorAll("[data-option]")) {
  if (each instanceof HTMLElement) options.set(each.dataset.option ?? "", each);
}
/** @type {Map<string, string>} what an option is found by: its name, its heading, its words, its rulings */
const texts = new Map();
for (const [name, option] of options) {
  const heading = option.closest("section")?.querySelector("h2")?.textContent ?? "";
  texts.set(name, `${name} ${heading} ${option.textContent}`.toLowerCase());
}
/** @type {Set<string>} options that were filled in and are not saved */
const touched = new Set();
/** @type {Set<string>} options that are to be as in the preset */
const back = new Set();
let savedPreset = chosenPreset();
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function chosenPreset() {
  return preset instanceof HTMLSelectElement ? preset.value : "";
}

/** @param {HTMLElement} option @returns {Filled[]} */
const partsOf = (option) => /** @type {Filled[]} */ ([...option.querySelectorAll("input, select")]);

/** What is filled in and not saved, as the server takes it. */
function filled() {
  /** @type {Record<string, string>} */
  const sent = {};
  for (const name of touched) {
    for (const part of partsOf(/** @type {HTMLElement} */ (options.get(name)))) sent[part.name] = part.value;
  }
  const base = preset ? { preset: chosenPreset() } : {};
  return { ...base, sent, back: [...back] };
}

function hasChanges() {
  return touched.size > 0 || back.size > 0 || chosenPreset() !== savedPreset;
}

function tell() {
  const wrong = [...options.values()].filter((each) => each.querySelector(".wrong")?.textContent).length;
  const some = wrong === 1 ? "One value is wrong" : `${wrong} values are wrong`;
  setText(element("state", HTMLElement), wrong ? some : hasChanges() ? "Not saved" : "Saved");
}

/** Soon after the last key. */
function check() {
  tell();
  clearTimeout(timer);
  timer = setTimeout(run, PAUSE);
}

async function run() {
  clearTimeout(timer);
  const number = ++asked;
  try {
    const told = await ask(`${address}/check`, filled());
    if (number === asked) show(told);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (number !== asked) return;
    setText(element("problem", HTMLElement), error.message);
    if (!error.status) timer = setTimeout(run, RETRY);
  }
}

/** @param {{fields: Record<string, Told>, problem: string}} told */
function show(told) {
  setText(element("problem", HTMLElement), told.problem);
  for (const [name, field] of Object.entries(told.fields)) {
    const option = options.get(name);
    if (option) showOne(name, option, field);
  }
  tell();
  find();
}

/** What a person has just filled in stays as it is. @param {string} name @param {HTMLElement} option @param {Told} field */
function showOne(name, option, field) {
  for (const part of partsOf(option)) {
    const value = field.parts[part.name];
    if (!touched.has(name) && value !== undefined && part.value !== value) part.value = value;
    if (field.wrong) part.setAttribute("aria-invalid", "true");
    else part.removeAttribute("aria-invalid");
  }
  option.toggleAttribute("data-differs", field.differs);
  for (const [where, text] of [[".wrong", field.wrong], [".idle", field.idle], ["[data-usual]", field.usual]]) {
    const place = option.querySelector(where ?? "");
    if (place instanceof HTMLElement) setText(place, text ?? "");
  }
}

/** Shows the options that have the words, and that differ if only those are wanted. */
function find() {
  const words = element("find", HTMLInputElement).value.toLowerCase().split(/\s+/).filter(Boolean);
  const isOnly = element("differing", HTMLInputElement).checked;
  let found = 0;
  for (const [name, option] of options) {
    const text = texts.get(name) ?? "";
    const hasFocus = option.contains(document.activeElement);
    const isWanted = option.hasAttribute("data-differs") || option.querySelector("[aria-invalid]") || hasFocus;
    option.hidden = !words.every((word) => text.includes(word)) || (isOnly && !isWanted);
    found += option.hidden ? 0 : 1;
  }
  for (const group of form.querySelectorAll(".group")) {
    if (group instanceof HTMLElement) group.hidden = !group.querySelector(".option:not([hidden])");
  }
  const why = words.length ? "No option has these words." : "Nothing differs.";
  setText(element("none", HTMLElement), found ? "" : why);
}

async function save() {
  question("");
  clearTimeout(timer);
  const number = ++asked; // an answer to an older question comes too late
  const [before, presetThen] = [JSON.stringify(filled()), chosenPreset()];
  try {
    const told = await ask(address, { ...filled(), digests });
    digests = told.digests;
    savedPreset = presetThen;
    if (JSON.stringify(filled()) === before && number === asked) {
      touched.clear();
      back.clear();
      show(told);
    } else check(); // filled in while it was saved
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 409) {
      question(error.message, ["Read it; what I filled in stays", readAgain], ["Not now", () => question("")]);
    } else {
      question(`This was not saved. ${error.message}`, ["Close", () => question("")]);
      run();
    }
  }
}

/** What was filled in goes on top of what the files say by now. */
async function readAgain() {
  question("");
  try {
    const told = await ask(`${address}/check`, filled());
    digests = told.digests;
    show(told);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    question(error.message, ["Close", () => question("")]);
  }
}

/** @param {string} sentence @param {[string, () => void][]} answers */
function question(sentence, ...answers) {
  const place = element("choice", HTMLElement);
  place.hidden = !sentence;
  const buttons = answers.map(([word, deed]) => makeButton(word, deed));
  place.replaceChildren(make("p", "", sentence), make("div", "row", ...buttons));
}

form.addEventListener("input", (event) => {
  const part = event.target;
  const name = part instanceof Element ? part.closest("[data-option]")?.getAttribute("data-option") : null;
  if (!name) return;
  touched.add(name);
  back.delete(name);
  check();
});
form.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-back]") : null;
  const option = button?.closest("[data-option]");
  if (!(option instanceof HTMLElement)) return;
  const name = option.dataset.option ?? "";
  touched.delete(name);
  back.add(name);
  partsOf(option)[0]?.focus(); // the button goes
  run();
});
form.addEventListener("submit", (event) => event.preventDefault());
preset?.addEventListener("change", () => run());
element("find", HTMLInputElement).addEventListener("input", find);
element("differing", HTMLInputElement).addEventListener("change", find);
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
find();
tell();
