/** The form of a new table: updates seats and notes when an option changes. */

const newTableForm = document.getElementById("new");
let latestRequest = 0;

/** @param {HTMLFormElement} form */
async function updateSeats(form) {
  const request = ++latestRequest;
  const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const answer = await fetch(`${location.pathname}?${new URLSearchParams(pairs)}`);
  if (!answer.ok || request !== latestRequest) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["seats", "notes"]) {
    const update = page.getElementById(id);
    if (update) document.getElementById(id)?.replaceChildren(...update.childNodes);
  }
}

if (newTableForm instanceof HTMLFormElement) {
  newTableForm.addEventListener("change", (event) => {
    const field = event.target;
    const isOption = field instanceof Element && (field.getAttribute("name") ?? "").startsWith("o.");
    if (isOption) updateSeats(newTableForm).catch(() => {});
  });
}
