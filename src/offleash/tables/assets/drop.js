/** Uploads a transcript that is dropped anywhere on the page. */
import { element, setText } from "../../web/assets/page.js";

const form = element("drop", HTMLFormElement);
const field = element("transcript", HTMLInputElement);

/** @param {DragEvent} event */
function hasFile(event) {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

document.addEventListener("dragover", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault();
  form.classList.add("over");
});
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) form.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  if (!hasFile(event) || !event.dataTransfer) return;
  event.preventDefault();
  form.classList.remove("over");
  field.files = event.dataTransfer.files;
  form.requestSubmit();
});
form.addEventListener("submit", () => setText(element("busy", HTMLElement), "Checking …"));
