import { anyGuest, type NonceHolder, type Nonces } from "./nonce.ts";
import { type BadNonceAnswer, type GuardedCall, siteCalls } from "./nonce-actions.ts";

/** Fields of a call: body over query, unparsed values. */
export type CallFields = Readonly<Record<string, unknown>>;

/** Returns whether the call carries the nonce that it needs. Calls that are not listed need none. */
export function hasValidNonce(
  nonces: Nonces,
  call: GuardedCall | undefined,
  fields: CallFields,
  holder: NonceHolder = anyGuest,
): boolean {
  if (call === undefined) return true;
  const value = Object.hasOwn(fields, call.field) ? fields[call.field] : undefined;
  return nonces.verify(value, call.action, holder);
}

/** Checks a call of admin-ajax.php before its action runs. @returns the error response, or undefined to continue */
export function refuseSiteCall(
  nonces: Nonces,
  action: string,
  fields: CallFields,
  holder: NonceHolder = anyGuest,
): BadNonceAnswer | { status: 400; contentType: "text/html; charset=UTF-8"; body: "0" } | undefined {
  const call = Object.hasOwn(siteCalls, action) ? siteCalls[action] : undefined;
  const mayCall = call === undefined || call.login === "anyone" || (call.login === "user") === (holder.userId !== 0);
  if (!mayCall) return { status: 400, contentType: "text/html; charset=UTF-8", body: "0" };
  return hasValidNonce(nonces, call, fields, holder) ? undefined : call?.bad;
}
