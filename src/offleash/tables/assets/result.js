/**
 * The result page: the last board, the moments where people lost most, and a picture to share.
 *
 * @import {Choice} from "./messages.js"
 * @typedef {{at: number, seat: number, played: Choice, better: Choice, gain: number, low: number,
 *   high: number}} LostMoment
 * @typedef {{review: {moments: LostMoment[], luck: number[], people: number[], is_whole: boolean},
 *   names: string[], colours: string[], seats: Record<string, string[]>, wrong?: string}} Moments
 */
import { Frames, fetchJson } from "./frames.js";
import { sayChoice } from "./selection.js";
import { drawMoves, svgAddress } from "./marked_board.js";
import { chartOf, pictureOfGame } from "./shared_picture.js";
import { download, element, make, setText } from "../../web/assets/page.js";

const end = element("end", HTMLElement);
const { name = "", version = "", me = "", result = "", title = "" } = end.dataset;
const frames = new Frames(name, version);

void showEnd();
void showMoments();

async function showEnd() {
  const frame = await frames.get(Number(end.dataset.end), "all");
  const picture = element("last", HTMLImageElement);
  picture.src = svgAddress(frame.svg);
  picture.hidden = false;
  const share = element("share", HTMLButtonElement);
  share.hidden = false;
  share.addEventListener("click", async () => {
    const chart = document.querySelector(".chart");
    const svg = chart instanceof SVGElement ? chartOf(chart) : "";
    await offer(await pictureOfGame({ board: frame.svg, chart: svg, result, title }));
  });
}

/** Shares a picture where the device can, and saves it elsewhere. @param {Blob} picture */
async function offer(picture) {
  const file = new File([picture], `${title.toLowerCase().replaceAll(" ", "-")}.png`, { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return download(file.name, picture);
  try {
    await navigator.share({ files: [file], title: result });
  } catch {
    download(file.name, picture); // it was not allowed, or nothing was chosen
  }
}

async function showMoments() {
  const section = element("moments", HTMLElement);
  const state = element("moments-state", HTMLElement);
  section.hidden = false;
  setText(state, "A search is looking at every decision …");
  try {
    /** @type {Moments} */
    const answer = await fetchJson(`/result/${name}/moments`);
    if (answer.wrong) return setText(state, answer.wrong);
    const { moments, people, is_whole } = answer.review;
    section.hidden = people.length === 0;
    const items = await Promise.all(moments.map((moment) => momentItem(moment, answer)));
    element("moments-list", HTMLElement).replaceChildren(...items);
    const none = moments.length === 0 ? "No decision cost anything that could be told from chance." : "";
    setText(state, none + (is_whole ? "" : " There was no time to look at every decision."));
    setText(element("luck-line", HTMLElement), luckLine(answer));
  } catch {
    section.hidden = true; // this game was not played to its end
  }
}

/** @param {LostMoment} moment @param {Moments} answer */
async function momentItem(moment, answer) {
  const { at, seat, played, better, gain, low, high } = moment;
  const frame = await frames.get(at, String(seat));
  const board = make("img", "");
  board.src = drawMoves(frame.svg, better.clicks, played.clicks);
  board.alt = "The board at this moment, with both moves";
  const who = answer.names[seat] ?? "";
  const [more, least, most] = [gain, low, high].map((share) => Math.round(100 * share));
  const words = make("p", "", make("b", "", who), ` played: ${sayChoice(played)}. Better, in green: ${sayChoice(better)}.`);
  const worth = make("p", "gain", `That would have won ${more} of 100 games more (${least} to ${most}).`);
  const see = make("a", "button", "See it in the replay");
  see.href = `/replay/${name}#${at}`;
  const act = make("div", "act", see);
  if (me) act.append(playOn(moment, answer));
  return make("li", "moment", words, board, worth, act);
}

/** A button that starts a table at a moment. @param {LostMoment} moment @param {Moments} answer */
function playOn({ at, seat }, answer) {
  const form = make("form", "");
  form.method = "post";
  form.action = `/replay/${name}/fork`;
  const seats = (answer.seats[seat] ?? []).map((value, n) => [`seat-${n}`, value]);
  for (const [field = "", value = ""] of [["at", String(at)], ["name", me], ["hints", "yes"], ...seats]) {
    const input = make("input", "");
    input.type = "hidden";
    input.name = field;
    input.value = value;
    form.append(input);
  }
  form.append(make("button", "", "Play on from here"));
  return form;
}

/** @param {Moments} answer */
function luckLine({ review, names }) {
  const { luck, moments, people } = review;
  if (luck.length === 0) return "";
  const lines = people.map((seat) => {
    const cost = moments.filter((moment) => moment.seat === seat).reduce((sum, { gain }) => sum + gain, 0);
    const own = `luck gave ${names[seat]} ${signed(luck[seat] ?? 0)}`;
    return cost > 0 ? `${own}, and these moments cost ${percent(cost)}` : own;
  });
  return `Of the chance to win, ${lines.join("; ")}.`;
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** @param {number} share */
function signed(share) {
  return `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
}
