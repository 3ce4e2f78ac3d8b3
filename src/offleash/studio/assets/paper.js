/** The print page of a project: choices, a preview of the sheets, and the files. */

import { element, make, setText } from "../../web/assets/page.js";
import { fetchJson } from "./server.js";
import { PdfJob } from "./pdf_job.js";

/** @typedef {{pages: number, paper: string, kinds: string[], counts: [number, string][],
 *   cell: number, has_board: boolean, how: string[], crowded: string[], fitting: string[],
 *   pictures: {words: string, svg: string}[]}} Plan */

const PREVIEW_DELAY_MS = 250; // after the last change

const project = element("paper", HTMLElement).dataset["project"] ?? "";
const at = `/studio/${encodeURIComponent(project)}`;
const query = element("paper", HTMLElement).dataset["query"] ?? ""; // another board, other rules
const form = element("choices", HTMLFormElement);
const kinds = element("kinds", HTMLFieldSetElement);
const preview = /** @type {HTMLElement} */ (document.querySelector(".plan-summary"));

let controller = new AbortController();
let timer = 0;

/** The choices, for the server. */
function readChoices() {
  const data = new FormData(form);
  const boxes = /** @type {HTMLInputElement[]} */ ([...kinds.querySelectorAll("input")]);
  const names = boxes.filter((box) => box.checked).map((box) => box.value);
  const cell = element("cell", HTMLInputElement).value;
  return {
    paper: String(data.get("paper")),
    large: data.get("large") === "yes",
    grey: element("grey", HTMLInputElement).checked,
    players: Number(data.get("players")) || null,
    grid_numbers: element("grid-numbers", HTMLInputElement).checked,
    cell: cell === "" ? null : Number(cell),
    only: names.length === boxes.length ? [] : names,
  };
}

async function updatePreview() {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  preview.setAttribute("aria-busy", "true");
  try {
    if (kinds.querySelector("input") && !kinds.querySelector("input:checked")) {
      throw new Error("Choose something to print.");
    }
    show(await fetchJson(`${at}/paper/plan${query}`, readChoices(), signal));
  } catch (error) {
    if (signal.aborted) return;
    showProblem(error instanceof Error ? error.message : "The request failed.");
  }
  preview.removeAttribute("aria-busy");
}

/** @param {string} message */
function showProblem(message) {
  setText(element("problem", HTMLElement), message);
  for (const id of ["pages", "counts"]) setText(element(id, HTMLElement), "");
  for (const id of ["how", "fits", "pictures"]) element(id, HTMLElement).replaceChildren();
  printing.enable(false);
}

/** @param {Plan} plan */
function show(plan) {
  setText(element("problem", HTMLElement), "");
  const counts = plan.counts.map(([count, kind]) => `${count} × ${kind}`).join(", ");
  setText(element("pages", HTMLElement), `${plan.pages} pages of ${plan.paper}`);
  setText(element("counts", HTMLElement), counts);
  element("boards", HTMLFieldSetElement).hidden = !plan.has_board;
  element("numbered", HTMLElement).hidden = !plan.has_board;
  element("cell", HTMLInputElement).placeholder = String(plan.cell);
  element("how", HTMLElement).replaceChildren(...plan.how.map((line) => make("li", "", line)));
  showFits(plan);
  showKinds(plan.kinds);
  element("pictures", HTMLElement).replaceChildren(...plan.pictures.map(showPicture));
  printing.enable(true);
}

/** @param {Plan} plan */
function showFits(plan) {
  const rows = [
    ...plan.crowded.map((words) => make("li", "crowded", words)),
    ...plan.fitting.map((words) => make("li", "", words)),
  ];
  const title = plan.crowded.length ? "Not everything fits" : "All pieces fit on their spaces";
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

const printing = new PdfJob("printing", `${at}/paper/print${query}`, readChoices);
new PdfJob("binding", `${at}/rulebook/pdf${query}`, () => ({}));

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  printing.reset();
  window.clearTimeout(timer);
  timer = window.setTimeout(updatePreview, PREVIEW_DELAY_MS);
});
updatePreview();
