/** What the page asks the server. A refusal is an error with the server's own sentence. */

export class Refused extends Error {
  /** @param {number} status @param {string} sentence */
  constructor(status, sentence) {
    super(sentence);
    this.status = status; // 0: nobody answered
  }
}

/** @param {string} address @param {object} [body] sent where there is one @param {AbortSignal} [signal]
 * @returns {Promise<any>} */
export async function ask(address, body, signal) {
  const how = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { accept: "application/json", "content-type": "application/json" };
  let answer;
  try {
    answer = await fetch(address, { ...how, headers, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(0, "The server does not answer.");
  }
  const said = await answer.json().catch(() => {
    signal?.throwIfAborted(); // half an answer is none
    if (answer.ok) throw new Refused(0, "The server does not answer.");
    return {};
  });
  if (!answer.ok) throw new Refused(answer.status, said.sentence ?? "That did not work.");
  return said;
}
