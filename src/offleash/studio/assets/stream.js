/** Server-sent events, read as they arrive: a line `data: {…}`, then an empty line. */
import { RequestError, UNREACHABLE } from "./server.js";

export const DISCONNECTED = "The server stopped in the middle of the games.";

/** @param {string} address @param {object} body @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>} throws a `RequestError`, or an AbortError */
export async function* fetchEvents(address, body, signal) {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const options = { method: "POST", body: JSON.stringify(body), headers, signal };
  const response = await withMessage(() => fetch(address, options), UNREACHABLE);
  if (!response.ok || !response.body) {
    const payload = await response.json().catch(() => ({}));
    throw new RequestError(response.status, payload.sentence ?? "The request failed.");
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await withMessage(() => reader.read(), DISCONNECTED);
      if (done) return;
      const events = `${text}${value}`.replaceAll("\r\n", "\n").split("\n\n");
      text = events.pop() ?? "";
      for (const event of events.map(parseEvent)) if (event) yield event;
    }
  } finally {
    reader.cancel().catch(() => {}); // tells the server to stop
  }
}

/** Returns the data of an event, or null if it is a comment. @param {string} event */
function parseEvent(event) {
  const lines = event.split("\n").filter((line) => line.startsWith("data:"));
  return lines.length ? JSON.parse(lines.map((line) => line.slice(5).trimStart()).join("\n")) : null;
}

/** Turns a network error into a RequestError. @template T
 * @param {() => Promise<T>} wait @param {string} message */
async function withMessage(wait, message) {
  try {
    return await wait();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new RequestError(0, message);
  }
}
