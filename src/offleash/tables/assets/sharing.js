/** Links to give away, each with a button that copies it. */

/** @param {HTMLElement} page */
export function offerCopies(page) {
  for (const button of page.querySelectorAll("button[data-copies]")) {
    button.addEventListener("click", () => {
      const link = document.getElementById(button.getAttribute("data-copies") ?? "");
      if (link instanceof HTMLInputElement) void copy(link, button);
    });
  }
}

/** @param {HTMLInputElement} link @param {Element} button */
async function copy(link, button) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    // Without https there is no clipboard for pages; what is selected can still be copied.
    document.execCommand("copy");
  }
  const word = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = word), 1500);
}
