// Passkeys (WebAuthn): converts bytes to base64url and back.

import { post } from "./api.js";

/** Whether passkeys work here: in a secure context, and not at an IP address. */
export const canUsePasskeys = () => Boolean(window.PublicKeyCredential) && isSecureContext && !/^[\d.]+$|[[\]:]/.test(location.hostname);

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const textOf = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/**
 * The authenticator's response as JSON for the server.
 * @param {any} made
 * @param {string[]} parts
 */
const told = (made, parts) => ({
  id: made.id,
  rawId: textOf(made.rawId),
  type: made.type,
  response: Object.fromEntries(parts.filter((part) => made.response[part]).map((part) => [part, textOf(made.response[part])])),
});

/** @param {any} known */
const withBytes = (known) => ({ ...known, id: bytesOf(known.id) });

/** Create a passkey for the person at this device, and register it with the server. @param {string} label */
export async function makePasskey(label) {
  const options = await post("/api/me/passkeys/options");
  const user = withBytes(options.user);
  const publicKey = { ...options, challenge: bytesOf(options.challenge), user, excludeCredentials: (options.excludeCredentials ?? []).map(withBytes) };
  const made = await navigator.credentials.create({ publicKey });
  return post("/api/me/passkeys", { answer: told(made, ["clientDataJSON", "attestationObject"]), label });
}

/** Sign in with a passkey. @param {boolean} bring whether to bring the games of this device along */
export async function usePasskey(bring) {
  const options = await post("/api/me/passkeys/challenge");
  const publicKey = { ...options, challenge: bytesOf(options.challenge), allowCredentials: [] };
  const shown = await navigator.credentials.get({ publicKey });
  return post("/api/me/passkeys/sign_in", { answer: told(shown, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]), bring });
}
