/** The page on which a project becomes paper: choices, what they come to, and the files. */

import { element, make, setText } from "../../web/assets/page.js";
import { ask } from "./server.js";
import { Maker } from "./maker.js";

/** @typedef {{pages: number, paper: string, kinds: string[], counts: [number, string][],
 *   cell: number, has_board: boolean, how: string[], crowded: string[], fitting: string[],
 *   pictures: {words: string, svg: string}[]}} Plan */

const PAUSE = 250; // milliseconds after the last change

const project = element("paper", HTMLElement).dataset["project"] ?? "";
const at = `/studio/${encodeURIComponent(project)}`;
const form = element("choices", HTMLFormElement);
const kinds = element("kinds", HTMLFieldSetElement);
const found = /** @type {HTMLElement} */ (document.querySelector(".found"));

let asked = new AbortController();
let timer = 0;

/** What is chosen, as the server takes it. */
function choice() {
  const sent = new FormData(form);
  const boxes = /** @type {HTMLInputElement[]} */ ([...kinds.querySelectorAll("input")]);
  const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
  const cell = element("cell", HTMLInputElement).value;
  return {
    paper: String(sent.get("paper")),
    large: sent.get("large") === "yes",
    grey: element("grey", HTMLInputElement).checked,
    cell: cell === "" ? null : Number(cell),
    only: wanted.length === boxes.length ? [] : wanted,
  };
}

async function look() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  found.setAttribute("aria-busy", "true");
  try {
    if (kinds.querySelector("input") && !kinds.querySelector("input:checked")) {
      throw new Error("Nothing is chosen to be printed.");
    }
    show(await ask(`${at}/paper/plan`, choice(), signal));
  } catch (error) {
    if (signal.aborted) return;
    refuse(error instanceof Error ? error.message : "That did not work.");
  }
  found.removeAttribute("aria-busy");
}

/** @param {string} why */
function refuse(why) {
  setText(element("problem", HTMLElement), why);
  for (const id of ["pages", "counts"]) setText(element(id, HTMLElement), "");
  for (const id of ["how", "fits", "pictures"]) element(id, HTMLElement).replaceChildren();
  printing.allow(false);
}

/** @param {Plan} plan */
function show(plan) {
  setText(element("problem", HTMLElement), "");
  const listed = plan.counts.map(([count, kind]) => `${count} × ${kind}`).join(", ");
  setText(element("pages", HTMLElement), `${plan.pages} pages of ${plan.paper}`);
  setText(element("counts", HTMLElement), listed);
  element("boards", HTMLFieldSetElement).hidden = !plan.has_board;
  element("cell", HTMLInputElement).placeholder = String(plan.cell);
  element("how", HTMLElement).replaceChildren(...plan.how.map((line) => make("li", "", line)));
  showFits(plan);
  showKinds(plan.kinds);
  element("pictures", HTMLElement).replaceChildren(...plan.pictures.map(showPicture));
  printing.allow(true);
}

/** @param {Plan} plan */
function showFits(plan) {
  const rows = [
    ...plan.crowded.map((words) => make("li", "crowded", words)),
    ...plan.fitting.map((words) => make("li", "", words)),
  ];
  const title = plan.crowded.length ? "Not everything fits" : "All pieces have room on their spaces";
  element("fits", HTMLElement).replaceChildren(make("h3", "", title), make("ul", "small", ...rows));
}

/** @param {string[]} names */
function showKinds(names) {
  if (kinds.dataset["names"] === names.join()) return;
  kinds.dataset["names"] = names.join();
  const boxes = names.map((name) => {
    const box = make("input", "");
    box.type = "checkbox";
    box.value = name;
    box.checked = true;
    return make("label", "", box, name);
  });
  kinds.querySelector(".ticks")?.replaceChildren(...boxes);
  kinds.hidden = false;
}

/** @param {{words: string, svg: string}} picture */
function showPicture({ words, svg }) {
  const image = make("img", "");
  image.alt = "";
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  const figure = make("figure", "", image, make("figcaption", "", words));
  image.addEventListener("load", () => {
    figure.classList.toggle("wide", image.naturalWidth > 1.2 * image.naturalHeight);
  });
  return figure;
}

const printing = new Maker("printing", `${at}/paper/print`, choice);
new Maker("binding", `${at}/rulebook/pdf`, () => ({}));

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  printing.forget();
  window.clearTimeout(timer);
  timer = window.setTimeout(look, PAUSE);
});
look();
