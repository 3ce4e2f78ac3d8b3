/** A picture of a board that lies over the sheet, to trace it. It stays in this browser and is never sent. */
import { element, setText } from "../../web/assets/page.js";

const TYPES = ["image/png", "image/jpeg", "image/svg+xml"];
const MOST_BYTES = 10_000_000;

/** @param {HTMLElement} sheet */
export function listenToTracing(sheet) {
  const input = element("tracing-file", HTMLInputElement);
  const strength = element("tracing-strength", HTMLInputElement);
  const problem = element("tracing-problem", HTMLElement);
  const picture = document.createElement("img"); // scripts in an SVG do not run in an image
  picture.className = "tracing";
  picture.alt = "";
  const show = () => {
    // On the cells, without the numbers around them.
    const canvas = sheet.querySelector("canvas");
    if (!(canvas instanceof HTMLCanvasElement)) return;
    const { left, top, width, height } = canvas.style;
    Object.assign(picture.style, { left, top, width, height, opacity: String(Number(strength.value) / 100) });
  };
  const remove = () => {
    picture.remove();
    element("tracing-more", HTMLElement).hidden = true;
  };
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    const isFine = TYPES.includes(file.type) && file.size <= MOST_BYTES;
    setText(problem, isFine ? "" : "Choose a PNG, JPEG or SVG picture of at most 10 MB.");
    if (!isFine) return;
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      picture.src = String(reader.result);
      sheet.append(picture);
      element("tracing-more", HTMLElement).hidden = false;
      show();
    });
    reader.readAsDataURL(file);
  });
  picture.addEventListener("error", () => {
    remove();
    setText(problem, "This file is not a picture.");
  });
  strength.addEventListener("input", show);
  element("trace", HTMLButtonElement).addEventListener("click", () => input.click());
  element("tracing-remove", HTMLButtonElement).addEventListener("click", remove);
  new ResizeObserver(show).observe(sheet); // it follows the zoom
}
