/** Two boards: shows them, has the lab compare them, and shows the result. */
import { element, make, makeHeading, setText } from "../../web/assets/page.js";
import { formatAmount, formatDifference, formatNumber } from "./amounts.js";
import { RequestError, fetchJson } from "./server.js";

/** @typedef {[number | null, number | null]} Interval null: no bound */
/** @typedef {{measure: string, unit: string, is_share: boolean, values: number[], difference: number, interval: Interval, p_holm: number}} MeasureRow */
/**
 * @typedef {object} Outcome
 * @property {string} measure
 * @property {boolean} is_share
 * @property {number} margin
 * @property {number} level
 * @property {number} effect
 * @property {Interval} interval
 * @property {number[]} values
 * @property {number} games
 * @property {boolean} is_decided
 * @property {string} verdict
 * @property {MeasureRow[]} others
 */
/** @typedef {{name: string, status: string, games: number, of: number, note: string, sentence: string, lab: string, outcome: Outcome | null}} State */

const POLL_INTERVAL_MS = 600;
const SIGNIFICANCE = 0.05; // of differences in other measures

const form = element("pair", HTMLFormElement);
const address = `/studio/${encodeURIComponent(form.dataset.project ?? "")}/compare`;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let latest = 0; // the number of the last choice or comparison: answers to earlier ones are not shown

/** @param {string} side a or b */
function showPicture(side) {
  const key = element(side, HTMLSelectElement).value;
  const picture = element(`picture-${side}`, HTMLImageElement);
  const trouble = element(`trouble-${side}`, HTMLElement);
  const source = `${address}/board.svg?board=${encodeURIComponent(key)}`;
  setText(trouble, "");
  picture.classList.remove("gone");
  picture.onerror = async () => {
    picture.classList.add("gone");
    const error = await fetchJson(source).catch((reason) => reason);
    if (picture.src.endsWith(source)) setText(trouble, error instanceof RequestError ? error.message : "This picture could not be loaded.");
  };
  picture.src = source;
}

/** Puts the choices into the page's address, so that it can be bookmarked. @param {string} [run] */
function updateAddress(run) {
  const settings = Object.fromEntries(["measure", "margin"].map((id) => [id, field(id).value]).filter(([, text]) => text));
  const query = new URLSearchParams({ a: value("a"), b: value("b"), ...(run && { ...settings, run }) });
  history.replaceState(null, "", `?${query}`);
}

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (element(id, HTMLElement));

/** @param {string} id */
const value = (id) => element(id, HTMLSelectElement).value;

async function compare() {
  clearTimeout(timer);
  const number = ++latest;
  const wrong = element("wrong", HTMLElement), button = element("compare", HTMLButtonElement);
  setText(wrong, "");
  button.disabled = true;
  try {
    const margin = element("margin", HTMLInputElement).value.trim().replace(",", ".");
    const { run } = await fetchJson(address, { a: value("a"), b: value("b"), measure: value("measure"), margin });
    if (number !== latest) return; // other boards were chosen meanwhile
    updateAddress(run);
    await follow(run);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (number !== latest) return;
    setText(wrong, error.message);
    element("result", HTMLElement).hidden = true;
  } finally {
    button.disabled = false;
  }
}

/** Polls a run until it has ended. @param {string} run */
async function follow(run) {
  clearTimeout(timer);
  const number = latest;
  const pollAgain = () => (timer = setTimeout(() => follow(run), POLL_INTERVAL_MS));
  try {
    const state = await fetchJson(`${address}/${encodeURIComponent(run)}`);
    if (number !== latest) return;
    show(state);
    if (["waiting", "playing"].includes(state.status)) pollAgain();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (number !== latest) return;
    setText(element("wrong", HTMLElement), error.message);
    if (!error.status) pollAgain();
  }
}

/** @param {State} state */
function show(state) {
  const { outcome } = state;
  element("result", HTMLElement).hidden = false;
  setText(element("wrong", HTMLElement), "");
  setText(element("count", HTMLElement), describeProgress(state));
  const line = element("games-line", HTMLProgressElement);
  line.value = outcome ? 1 : state.of ? state.games / state.of : 0;
  element("to-lab", HTMLAnchorElement).href = state.lab;
  const verdict = element("verdict", HTMLElement);
  verdict.className = outcome?.is_decided ? "" : "open";
  setText(verdict, outcome ? outcome.verdict : state.status === "failed" ? state.sentence : "");
  setText(element("detail", HTMLElement), outcome ? describeOutcome(outcome) : describeInterim(state));
  element("others", HTMLElement).replaceChildren(...(outcome?.others.length ? [tableOf(outcome.others)] : []));
}

/** @param {State} state */
function describeProgress({ status, games, of, outcome }) {
  const count = (outcome?.games ?? games).toLocaleString("en");
  if (outcome) return `${count} games`;
  if (status === "waiting") return "Waiting for another run to finish …";
  if (status === "stopped") return `Stopped after ${count} games. Continue it in the Lab.`;
  if (status === "failed") return "This run failed.";
  return of ? `${count} of at most ${of.toLocaleString("en")} games` : `${count} games`;
}

/** @param {State} state */
const describeInterim = ({ note, status }) => (note && status !== "failed" ? `So far: ${note.replace("b − a", "B − A")}` : "");

/** Describes the measure that decided. @param {Outcome} outcome */
function describeOutcome({ measure, is_share: isShare, values: [a = 0, b = 0], effect, interval, level, margin }) {
  const points = isShare ? " points" : "", size = isShare ? (100 * margin).toFixed(1) : formatNumber(margin);
  const confidence = `${Number((100 * level).toFixed(4))} %`;
  return `${measure}: ${formatAmount(a, isShare)} on A, ${formatAmount(b, isShare)} on B. B − A is ${formatDifference(effect, isShare)}${points} `
    + `(${confidence} interval ${formatEnds(interval, isShare)}); differences up to ${size}${points} do not matter.`;
}

/** @param {Interval} interval @param {boolean} isShare */
function formatEnds([low, high], isShare) {
  if (low === null && high === null) return "–";
  return `${low === null ? "open" : formatDifference(low, isShare)} … ${high === null ? "open" : formatDifference(high, isShare)}`;
}

/** @param {MeasureRow[]} others */
function tableOf(others) {
  const words = ["Other measures", "A", "B", "B − A", "Interval", "p"];
  const head = make("tr", "", ...words.map((word) => makeHeading(word, "col")));
  const rows = others.map((row) => {
    const [a = 0, b = 0] = row.values;
    const cells = [
      formatAmount(a, row.is_share), formatAmount(b, row.is_share),
      `${formatDifference(row.difference, row.is_share)}${row.is_share ? " points" : ""}`,
      formatEnds(row.interval, row.is_share), row.p_holm < 0.001 ? "< 0.001" : row.p_holm.toFixed(3),
    ];
    const name = row.p_holm < SIGNIFICANCE ? "clear" : "still";
    return make("tr", "", makeHeading(row.measure, "row"), ...cells.map((text, at) => make("td", at > 1 ? name : "", text)));
  });
  return make("table", "", make("thead", "", head), make("tbody", "", ...rows));
}

for (const side of ["a", "b"]) {
  element(side, HTMLSelectElement).addEventListener("change", () => {
    showPicture(side);
    updateAddress();
    clearTimeout(timer);
    latest += 1;
    element("result", HTMLElement).hidden = true;
  });
  showPicture(side);
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  compare();
});
const query = new URLSearchParams(location.search), run = query.get("run");
for (const id of ["measure", "margin"]) field(id).value = query.get(id) ?? "";
if (run) follow(run);
