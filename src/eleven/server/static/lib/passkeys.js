// Passkeys as browsers have them: bytes there, base64url on the wire.

import { post } from "./api.js";

/** Whether this page may offer them: with TLS or on this machine, and by a name. */
export const canUsePasskeys = () => Boolean(window.PublicKeyCredential) && isSecureContext && !/^[\d.]+$|[[\]:]/.test(location.hostname);

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const textOf = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/**
 * What the authenticator has said, for the server.
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

/** Make a passkey for whoever uses this device, and let the server know it. @param {string} label */
export async function makePasskey(label) {
  const options = await post("/api/me/passkeys/options");
  const user = withBytes(options.user);
  const publicKey = { ...options, challenge: bytesOf(options.challenge), user, excludeCredentials: (options.excludeCredentials ?? []).map(withBytes) };
  const made = await navigator.credentials.create({ publicKey });
  return post("/api/me/passkeys", { answer: told(made, ["clientDataJSON", "attestationObject"]), label });
}

/** Be whoever's passkey answers. @param {boolean} bring the games of this device along */
export async function usePasskey(bring) {
  const options = await post("/api/me/passkeys/challenge");
  const publicKey = { ...options, challenge: bytesOf(options.challenge), allowCredentials: [] };
  const shown = await navigator.credentials.get({ publicKey });
  return post("/api/me/passkeys/sign_in", { answer: told(shown, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]), bring });
}
