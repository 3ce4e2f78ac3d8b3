/** The front page: shows how far each game is made ready, until all are. */

const EVERY = 1000;

/** @param {Element} card @param {number} warmth */
function show(card, warmth) {
  const waiting = card.querySelector(".waiting");
  const bar = card.querySelector("progress");
  const play = card.querySelector(".play");
  if (bar) bar.value = warmth;
  if (waiting instanceof HTMLElement) waiting.hidden = warmth >= 1;
  if (play instanceof HTMLElement) play.hidden = warmth < 1;
}

/** Asks once; whether anything is still to come. */
async function ask() {
  const answer = await fetch("/warmth");
  if (!answer.ok) return true;
  /** @type {Record<string, number>} */
  const warmths = await answer.json();
  for (const card of document.querySelectorAll("[data-game]")) {
    show(card, warmths[card.getAttribute("data-game") ?? ""] ?? 1);
  }
  return Object.values(warmths).some((warmth) => warmth < 1);
}

async function follow() {
  // While the server is away, a page goes on asking.
  const again = await ask().catch(() => true);
  if (again) setTimeout(follow, EVERY);
}

if (document.querySelector(".waiting:not([hidden])")) setTimeout(follow, EVERY);
