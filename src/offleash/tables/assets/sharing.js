/** Buttons that copy links. */

/** @param {HTMLElement} page */
export function initCopyButtons(page) {
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
    // The clipboard API needs HTTPS; the selection can still be copied.
    document.execCommand("copy");
  }
  const label = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), 1500);
}
