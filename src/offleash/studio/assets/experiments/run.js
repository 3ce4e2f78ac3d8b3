/** One run: polls it until it has ended, then shows its report. */

import { fetchJson } from "../server.js";
import { fill, isActive, listen, startPolling } from "./runs.js";

const place = /** @type {HTMLElement} */ (document.querySelector(".one.run"));
const address = `/lab/runs/${place.dataset.name}`;
const hadReport = document.querySelector("iframe.report") !== null;

const request = () => fetchJson(address);
const show = (/** @type {import("./runs.js").Run} */ run) => {
  fill(place, run);
  if (run.has_report && !isActive(run) && !hadReport) location.reload();
  return isActive(run);
};

const poll = startPolling(request, show);
listen(place, () => location.assign("/lab"), poll);
if (place.dataset.status === "waiting" || place.dataset.status === "playing") poll();
