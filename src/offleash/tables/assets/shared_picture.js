/** One picture of a finished game to share: who won, the board at the end, and who was ahead when. */
import { svgAddress } from "./marked_board.js";

const WIDTH = 1200;
const EDGE = 40;
const TITLE = 110; // the height of the words at the top
const CHART = 300;

/**
 * Draws it, and returns a PNG.
 * @param {{board: string, chart: string, result: string, title: string}} game
 * @returns {Promise<Blob>}
 */
export async function pictureOfGame({ board, chart, result, title }) {
  const inside = WIDTH - 2 * EDGE;
  const boardImage = await imageOf(board, inside);
  const chartImage = chart ? await imageOf(chart, inside) : null;
  const boardHeight = Math.round((inside * boardImage.height) / boardImage.width);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = TITLE + boardHeight + EDGE + (chartImage ? CHART + EDGE : 0);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no pictures");
  context.fillStyle = "#fffdf5";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#33240f";
  context.font = "bold 44px Georgia, serif";
  context.fillText(result, EDGE, 62, inside);
  context.font = "24px Georgia, serif";
  context.fillText(`Offleash · ${title}`, EDGE, 96, inside);
  context.drawImage(boardImage, EDGE, TITLE, inside, boardHeight);
  if (chartImage) context.drawImage(chartImage, EDGE, TITLE + boardHeight + EDGE, inside, CHART);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** @param {string} svg @param {number} width @returns {Promise<HTMLImageElement>} */
async function imageOf(svg, width) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [, , wide = 1, high = 1] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  drawing.setAttribute("width", String(width)); // without a size, it would be drawn small
  drawing.setAttribute("height", String((width * high) / wide));
  const image = new Image();
  image.src = svgAddress(new XMLSerializer().serializeToString(drawing));
  await image.decode();
  return image;
}

/** Writes what the style sheet of the page says of the lines into them. @param {SVGElement} chart */
export function chartOf(chart) {
  const copy = /** @type {SVGElement} */ (chart.cloneNode(true));
  const lines = chart.querySelectorAll("line, polyline");
  for (const [n, line] of [...copy.querySelectorAll("line, polyline")].entries()) {
    const style = getComputedStyle(lines[n] ?? line);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray"]) {
      line.setAttribute(name, style.getPropertyValue(name));
    }
  }
  return new XMLSerializer().serializeToString(copy);
}
