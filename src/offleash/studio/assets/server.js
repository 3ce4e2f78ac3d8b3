/** Requests to the server; an error has the server's own message. */

export const UNREACHABLE = "The server does not respond.";

const CHECK_DELAY_MS = 120; // after a change
const RETRY_DELAY_MS = 3000; // after a request that failed
const BROWSER_KEY = "offleash/browser"; // differs from the keys of all drafts

export class RequestError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status; // 0 if the server could not be reached
  }
}

/** Returns what tells this browser from others with the same link, so that each has its own drafts. */
function browserId() {
  try {
    let id = localStorage.getItem(BROWSER_KEY);
    if (!id) {
      id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      localStorage.setItem(BROWSER_KEY, id);
    }
    return id;
  } catch {
    return ""; // storage is disabled: this browser shares a draft
  }
}

/** @param {string} address @param {object} [body] to POST @param {AbortSignal} [signal]
 * @returns {Promise<any>} */
export async function fetchJson(address, body, signal) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { accept: "application/json", "content-type": "application/json", "x-browser": browserId() };
  let response;
  try {
    response = await fetch(address, { ...options, headers, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new RequestError(0, UNREACHABLE);
  }
  const payload = await response.json().catch(() => {
    signal?.throwIfAborted(); // the body may be incomplete
    if (response.ok) throw new RequestError(0, UNREACHABLE);
    return {};
  });
  if (!response.ok) throw new RequestError(response.status, payload.sentence ?? "The request failed.");
  return payload;
}

/** Returns a function that checks the sheet soon after its last call. A check cancels the one before it, and is repeated
 * until the server responds.
 * @param {string} address
 * @param {() => {body: object, show: (result: any) => void, showError: (message: string) => void}} prepare */
export function makeChecker(address, prepare) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let controller = new AbortController();
  const run = async () => {
    controller.abort();
    controller = new AbortController();
    const { body, show, showError } = prepare();
    try {
      show(await fetchJson(`${address}/check`, body, controller.signal));
    } catch (error) {
      if (error instanceof RequestError) {
        showError(error.message);
        if (!error.status) timer = setTimeout(run, RETRY_DELAY_MS);
      } else if (!(error instanceof DOMException)) throw error;
    }
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, CHECK_DELAY_MS);
  };
}
