/** Events of a server, read as they come: each is a line `data: {…}`, and an empty line after it. */
import { Refused } from "./server.js";

export const BROKEN = "The server stopped in the middle of the games.";

/** @param {string} address @param {object} body @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>} ends with the stream; throws `Refused`, or an abort */
export async function* askForEvents(address, body, signal) {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const answer = await reached(() => fetch(address, { method: "POST", body: JSON.stringify(body), headers, signal }), "The server does not answer.");
  if (!answer.ok || !answer.body) {
    const said = await answer.json().catch(() => ({}));
    throw new Refused(answer.status, said.sentence ?? "That did not work.");
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reached(() => reader.read(), BROKEN);
      if (done) return;
      const events = `${text}${value}`.replaceAll("\r\n", "\n").split("\n\n");
      text = events.pop() ?? "";
      for (const event of events.map(dataOf)) if (event) yield event;
    }
  } finally {
    reader.cancel().catch(() => {}); // who listens no more says so
  }
}

/** What one event says; nothing where it is a comment. @param {string} event */
function dataOf(event) {
  const lines = event.split("\n").filter((line) => line.startsWith("data:"));
  return lines.length ? JSON.parse(lines.map((line) => line.slice(5).trimStart()).join("\n")) : null;
}

/** A server that is gone is told in a sentence. @template T
 * @param {() => Promise<T>} wait @param {string} sentence */
async function reached(wait, sentence) {
  try {
    return await wait();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(0, sentence);
  }
}
