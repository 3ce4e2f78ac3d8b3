/** One run: watched until it has ended, then shown with its report. */

import { ask } from "../server.js";
import { fill, isUnderWay, listen, watch } from "./runs.js";

const place = /** @type {HTMLElement} */ (document.querySelector(".one.run"));
const address = `/lab/runs/${place.dataset.name}`;
const hadReport = document.querySelector("iframe.report") !== null;

const look = async () => {
  const run = await ask(address);
  fill(place, run);
  if (run.has_report && !isUnderWay(run) && !hadReport) location.reload();
  return isUnderWay(run);
};

const again = watch(look);
listen(place, () => location.assign("/lab"), again);
if (place.dataset.status === "waiting" || place.dataset.status === "playing") again();
