// The JSON API over HTTP. A rejected request becomes an Error with the server's reason as its message.

import { language, loadWords, word } from "./words.js";

/**
 * @param {string} path
 * @param {RequestInit} [request]
 * @returns {Promise<any>}
 */
async function fetchJson(path, request = {}) {
  let answer;
  try {
    const headers = { "Accept-Language": language(), ...request.headers };
    answer = await fetch(path, { credentials: "same-origin", ...request, headers });
  } catch {
    await loadWords(); // the request may have failed before the words have come
    throw new Error(word("error.net"));
  }
  const type = answer.headers.get("content-type") ?? "";
  const body = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Error(reason(body));
  return body;
}

/** @param {any} body */
function reason(body) {
  const said = body?.error ?? body?.reason ?? body;
  return typeof said === "string" && said ? said : word("error.title");
}

/** @param {string} path */
export function get(path) {
  return fetchJson(path);
}

/**
 * @param {string} path
 * @param {object} [body]
 */
export function post(path, body = {}) {
  const headers = { "Content-Type": "application/json", "X-Table-Eleven": "1" };
  return fetchJson(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Random bytes as hex, for fair shuffles and the ids of moves. */
export function randomHex(bytes = 16) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
