/** Two boards: shows what is chosen, asks the lab to compare them, and tells what it says. */
import { element, make, setText } from "../../web/assets/page.js";
import { amount, difference, plain } from "./amounts.js";
import { Refused, ask } from "./server.js";

/** @typedef {[number | null, number | null]} Ends of an interval; null: no end */
/** @typedef {{measure: string, unit: string, is_share: boolean, values: number[], difference: number, interval: Ends, p_holm: number}} Other */
/**
 * @typedef {object} Outcome
 * @property {string} measure
 * @property {boolean} is_share
 * @property {number} margin
 * @property {number} level
 * @property {number} effect
 * @property {Ends} interval
 * @property {number[]} values
 * @property {number} games
 * @property {boolean} is_decided
 * @property {string} verdict
 * @property {Other[]} others
 */
/** @typedef {{name: string, status: string, games: number, of: number, note: string, sentence: string, lab: string, outcome: Outcome | null}} State */

const OFTEN = 600; // milliseconds between two looks at a run
const SURE = 0.05; // above it a difference may be chance

const form = element("pair", HTMLFormElement);
const address = `/studio/${encodeURIComponent(form.dataset.project ?? "")}/compare`;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

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
    const why = await ask(source).catch((error) => error);
    if (picture.src.endsWith(source)) setText(trouble, why instanceof Refused ? why.message : "This picture did not come.");
  };
  picture.src = source;
}

/** The address names what is shown, so that it can be kept and opened again. @param {string} [run] */
function remember(run) {
  const asked = Object.fromEntries(["measure", "margin"].map((id) => [id, field(id).value]).filter(([, said]) => said));
  const named = new URLSearchParams({ a: value("a"), b: value("b"), ...(run && { ...asked, run }) });
  history.replaceState(null, "", `?${named}`);
}

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (element(id, HTMLElement));

/** @param {string} id */
const value = (id) => element(id, HTMLSelectElement).value;

async function compare() {
  clearTimeout(timer);
  const wrong = element("wrong", HTMLElement), button = element("compare", HTMLButtonElement);
  setText(wrong, "");
  button.disabled = true;
  try {
    const margin = element("margin", HTMLInputElement).value.trim().replace(",", ".");
    const { run } = await ask(address, { a: value("a"), b: value("b"), measure: value("measure"), margin });
    remember(run);
    await follow(run);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    setText(wrong, error.message);
    element("result", HTMLElement).hidden = true;
  } finally {
    button.disabled = false;
  }
}

/** Looks at a run until it has ended. @param {string} run */
async function follow(run) {
  clearTimeout(timer);
  const again = () => (timer = setTimeout(() => follow(run), OFTEN));
  try {
    const state = await ask(`${address}/${encodeURIComponent(run)}`);
    show(state);
    if (["waiting", "playing"].includes(state.status)) again();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    setText(element("wrong", HTMLElement), error.message);
    if (!error.status) again();
  }
}

/** @param {State} state */
function show(state) {
  const { outcome } = state;
  element("result", HTMLElement).hidden = false;
  setText(element("wrong", HTMLElement), "");
  setText(element("count", HTMLElement), counted(state));
  const line = element("games-line", HTMLProgressElement);
  line.value = outcome ? 1 : state.of ? state.games / state.of : 0;
  element("to-lab", HTMLAnchorElement).href = state.lab;
  const verdict = element("verdict", HTMLElement);
  verdict.className = outcome?.is_decided ? "" : "open";
  setText(verdict, outcome ? outcome.verdict : state.status === "failed" ? state.sentence : "");
  setText(element("detail", HTMLElement), outcome ? detail(outcome) : knownSoFar(state));
  element("others", HTMLElement).replaceChildren(...(outcome?.others.length ? [tableOf(outcome.others)] : []));
}

/** @param {State} state */
function counted({ status, games, of, outcome }) {
  const many = (outcome?.games ?? games).toLocaleString("en");
  if (outcome) return `${many} games`;
  if (status === "waiting") return "It begins when no other run is being played …";
  if (status === "stopped") return `Stopped after ${many} games: the Lab goes on with it.`;
  if (status === "failed") return "This run failed.";
  return of ? `${many} of at most ${of.toLocaleString("en")} games` : `${many} games`;
}

/** @param {State} state */
const knownSoFar = ({ note, status }) => (note && status !== "failed" ? `So far: ${note.replace("b − a", "B − A")}` : "");

/** The difference that decided. @param {Outcome} outcome */
function detail({ measure, is_share: isShare, values: [a = 0, b = 0], effect, interval, level, margin }) {
  const points = isShare ? " points" : "", matters = isShare ? (100 * margin).toFixed(1) : plain(margin);
  const sure = `${Number((100 * level).toFixed(4))} %`;
  return `${measure}: ${amount(a, isShare)} on A, ${amount(b, isShare)} on B. B − A is ${difference(effect, isShare)}${points} `
    + `(${sure} interval ${ends(interval, isShare)}); up to ${matters}${points} was too little to matter.`;
}

/** @param {Ends} interval @param {boolean} isShare */
function ends([low, high], isShare) {
  if (low === null && high === null) return "–";
  return `${low === null ? "open" : difference(low, isShare)} … ${high === null ? "open" : difference(high, isShare)}`;
}

/** @param {Other[]} others */
function tableOf(others) {
  const words = ["Other measures", "A", "B", "B − A", "Interval", "p"];
  const head = make("tr", "", ...words.map((word) => heading(word, "col")));
  const rows = others.map((row) => {
    const [a = 0, b = 0] = row.values;
    const cells = [
      amount(a, row.is_share), amount(b, row.is_share),
      `${difference(row.difference, row.is_share)}${row.is_share ? " points" : ""}`,
      ends(row.interval, row.is_share), row.p_holm < 0.001 ? "< 0.001" : row.p_holm.toFixed(3),
    ];
    const name = row.p_holm < SURE ? "clear" : "still";
    return make("tr", "", heading(row.measure, "row"), ...cells.map((text, at) => make("td", at > 1 ? name : "", text)));
  });
  return make("table", "", make("thead", "", head), make("tbody", "", ...rows));
}

/** @param {string} word @param {string} scope */
function heading(word, scope) {
  const made = make("th", "", word);
  made.scope = scope;
  return made;
}

for (const side of ["a", "b"]) {
  element(side, HTMLSelectElement).addEventListener("change", () => {
    showPicture(side);
    remember();
    clearTimeout(timer);
    element("result", HTMLElement).hidden = true;
  });
  showPicture(side);
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  compare();
});
const named = new URLSearchParams(location.search), run = named.get("run");
for (const id of ["measure", "margin"]) field(id).value = named.get(id) ?? "";
if (run) follow(run);
