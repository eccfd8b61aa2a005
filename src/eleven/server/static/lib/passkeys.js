// Passkeys (WebAuthn): converts bytes to base64url and back.

import { post } from "./api.js";

/** Whether passkeys work here: in a secure context, and not at an IP address. */
export const canUsePasskeys = () => Boolean(window.PublicKeyCredential) && isSecureContext && !/^[\d.]+$|[[\]:]/.test(location.hostname);

/** @param {string} text */
export const fromBase64url = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const toBase64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/**
 * The authenticator's response as JSON for the server.
 * @param {any} made
 * @param {string[]} parts
 */
const credentialJson = (made, parts) => ({
  id: made.id,
  rawId: toBase64url(made.rawId),
  type: made.type,
  response: Object.fromEntries(parts.filter((part) => made.response[part]).map((part) => [part, toBase64url(made.response[part])])),
});

/** @param {any} known */
const withBinaryId = (known) => ({ ...known, id: fromBase64url(known.id) });

/** Create a passkey for the person at this device, and register it with the server. @param {string} label */
export async function createPasskey(label) {
  const options = await post("/api/me/passkeys/options");
  const user = withBinaryId(options.user);
  const publicKey = { ...options, challenge: fromBase64url(options.challenge), user, excludeCredentials: (options.excludeCredentials ?? []).map(withBinaryId) };
  const made = await navigator.credentials.create({ publicKey });
  return post("/api/me/passkeys", { answer: credentialJson(made, ["clientDataJSON", "attestationObject"]), label });
}

/** Sign in with a passkey. @param {boolean} bring whether to bring the games of this device along */
export async function signInWithPasskey(bring) {
  const options = await post("/api/me/passkeys/challenge");
  const publicKey = { ...options, challenge: fromBase64url(options.challenge), allowCredentials: [] };
  const shown = await navigator.credentials.get({ publicKey });
  return post("/api/me/passkeys/sign_in", { answer: credentialJson(shown, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]), bring });
}
