/** The form of a new table: how many seats there are, and who they are, follows from the options. */

const form = document.getElementById("new");
let asked = 0;

/** @param {HTMLFormElement} filled */
async function follow(filled) {
  const number = ++asked;
  const pairs = [...new FormData(filled)].map(([name, value]) => [name, String(value)]);
  const answer = await fetch(`${location.pathname}?${new URLSearchParams(pairs)}`);
  if (!answer.ok || number !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["seats", "notes"]) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id)?.replaceChildren(...fresh.childNodes);
  }
}

if (form instanceof HTMLFormElement) {
  form.addEventListener("change", (event) => {
    const field = event.target;
    const isOption = field instanceof Element && (field.getAttribute("name") ?? "").startsWith("o.");
    if (isOption) follow(form).catch(() => {});
  });
}
