/** The front page: polls how far each game is compiled, until all are ready, and open tables. */

const POLL_INTERVAL_MS = 1000;
const OPEN_TABLES_INTERVAL_MS = 15_000;

/** @param {Element} card @param {number} warmth */
function showProgress(card, warmth) {
  const status = card.querySelector(".waiting");
  const bar = card.querySelector("progress");
  const play = card.querySelectorAll(".play, .first-game");
  if (bar) bar.value = warmth;
  if (status instanceof HTMLElement) status.hidden = warmth >= 1;
  for (const button of play) button.toggleAttribute("hidden", warmth < 1);
}

/** Updates all cards. @returns {Promise<boolean>} whether a game is not ready yet */
async function fetchProgress() {
  const answer = await fetch("/warmth");
  if (!answer.ok) return true;
  /** @type {Record<string, number>} */
  const shares = await answer.json();
  for (const card of document.querySelectorAll("[data-game]")) {
    showProgress(card, shares[card.getAttribute("data-game") ?? ""] ?? 1);
  }
  return Object.values(shares).some((warmth) => warmth < 1);
}

async function poll() {
  // Keep polling while the server is unreachable.
  const isPending = await fetchProgress().catch(() => true);
  if (isPending) setTimeout(poll, POLL_INTERVAL_MS);
}

/** Lists the open tables again, unless somebody is about to choose one. */
async function updateOpenTables() {
  const section = document.getElementById("open-tables");
  const isInUse = () => !!section?.contains(document.activeElement);
  if (!section || document.hidden || isInUse()) return;
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const update = page.getElementById("open-tables");
  if (update && !isInUse()) section.replaceChildren(...update.childNodes);
}

if (document.getElementById("open-tables")) {
  setInterval(() => void updateOpenTables().catch(() => {}), OPEN_TABLES_INTERVAL_MS);
}
if (document.querySelector(".waiting:not([hidden])")) setTimeout(poll, POLL_INTERVAL_MS);
