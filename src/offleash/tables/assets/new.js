/**
 * The form of a new table: updates seats and options when others change, searches the options, and
 * offers the last table again.
 */
import { setText } from "../../web/assets/page.js";

const newTableForm = document.getElementById("new");
let latestRequest = 0;
/** @type {Set<string>} the parts of the page that no answer has replaced since the form changed */
const outdated = new Set();

/**
 * Fetches the form as it is filled in, and replaces these parts of the page; those of an earlier
 * request too, if its answer comes too late.
 * @param {HTMLFormElement} form @param {string[]} ids
 */
async function update(form, ids) {
  for (const id of ids) outdated.add(id);
  const request = ++latestRequest;
  const answer = await fetch(`${location.pathname}?${queryOf(form)}`);
  const text = await answer.text();
  if (!answer.ok || request !== latestRequest) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const parts = Array.from(outdated);
  outdated.clear();
  for (const id of parts) {
    const part = page.getElementById(id);
    if (part instanceof HTMLInputElement) setValue(id, part.value);
    else if (part) document.getElementById(id)?.replaceChildren(...part.childNodes);
  }
}

/** @param {string} id @param {string} value */
function setValue(id, value) {
  const input = document.getElementById(id);
  if (input instanceof HTMLInputElement) input.value = value;
}

/** @param {HTMLFormElement} form */
function queryOf(form) {
  const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(pairs);
}

/** Hides the options that a search does not match. @param {string} text */
function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const option of document.querySelectorAll(".options .option")) {
    const content = (option.querySelector(".about")?.textContent ?? "").toLowerCase();
    const isMatch = words.every((word) => content.includes(word));
    if (option instanceof HTMLElement) option.hidden = !isMatch;
    count += isMatch ? 1 : 0;
  }
  for (const section of document.querySelectorAll(".options section")) {
    if (section instanceof HTMLElement) {
      section.hidden = section.querySelector(".option:not([hidden])") === null;
    }
  }
  const status = document.getElementById("none-match");
  if (status) setText(status, count > 0 ? "" : "No option matches.");
}

/** Offers the table that was made last. @param {HTMLFormElement} form */
function offerAgain(form) {
  const key = `offleash-last-${form.dataset.game}`;
  try {
    const last = localStorage.getItem(key);
    const link = document.querySelector("#again a");
    if (last && link instanceof HTMLAnchorElement && !location.search) {
      link.href = `${location.pathname}?${last}`;
      if (link.parentElement) link.parentElement.hidden = false;
    }
    form.addEventListener("submit", () => {
      const query = queryOf(form);
      query.delete("name");
      localStorage.setItem(key, `${query}`);
    });
  } catch {
    // This browser stores nothing.
  }
}

if (newTableForm instanceof HTMLFormElement) {
  newTableForm.addEventListener("change", (event) => {
    const name = event.target instanceof Element ? (event.target.getAttribute("name") ?? "") : "";
    if (name === "preset") update(newTableForm, ["seats", "options", "of"]).catch(() => {});
    else if (name.startsWith("o.")) update(newTableForm, ["seats", "notes"]).catch(() => {});
  });
  const box = document.getElementById("search");
  if (box instanceof HTMLInputElement) {
    if (box.parentElement) box.parentElement.hidden = false;
    box.addEventListener("input", () => search(box.value));
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault(); // it would sit down at a table
    });
  }
  offerAgain(newTableForm);
}
