/** Compares people with bots while a bar shows how many games were played; without scripts the link does. */
import { element, setText } from "../../web/assets/page.js";
import { RequestError } from "./server.js";
import { fetchEvents } from "./stream.js";

const link = element("compare", HTMLAnchorElement);
const bar = element("playing-bar", HTMLProgressElement), words = element("playing-words", HTMLElement);
let controller = new AbortController();

async function compare() {
  controller.abort();
  controller = new AbortController();
  element("playing", HTMLElement).hidden = false;
  element("people", HTMLElement).replaceChildren();
  bar.hidden = false;
  bar.removeAttribute("value");
  setText(words, "Starting the bots …");
  try {
    for await (const event of fetchEvents(link.dataset.address ?? "", {}, controller.signal)) show(event);
  } catch (error) {
    if (error instanceof DOMException) return; // another comparison has begun
    if (!(error instanceof RequestError)) throw error;
    bar.hidden = true;
    setText(words, error.message);
  }
}

/** @param {{is: string, games?: number, of?: number, ahead?: number, html?: string, why?: string}} event */
function show({ is, games = 0, of = 1, ahead = 0, html = "", why = "" }) {
  if (is === "waiting") setText(words, `Waiting for ${ahead} other ${ahead === 1 ? "job" : "jobs"} …`);
  else if (is === "played") {
    bar.value = games / of;
    setText(words, `Bots have played ${games.toLocaleString("en")} of ${of.toLocaleString("en")} games.`);
  } else if (is === "done") {
    element("playing", HTMLElement).hidden = true;
    element("people", HTMLElement).innerHTML = html; // the server's own template
    history.replaceState(null, "", link.href);
  } else {
    bar.hidden = true;
    setText(words, why);
  }
}

link.addEventListener("click", (event) => {
  event.preventDefault();
  compare();
});
