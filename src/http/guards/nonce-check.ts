import { anyGuest, type NonceHolder, type Nonces } from "./nonce.ts";
import { type BadNonceAnswer, type GuardedCall, siteCalls } from "./nonce-actions.ts";

/** Fields of a call: body over query, values as they came. */
export type CallFields = Readonly<Record<string, unknown>>;

/** Whether the call carries the nonce that it needs. A call without an entry in the tables needs none. */
export function hasValidNonce(
  nonces: Nonces,
  call: GuardedCall | undefined,
  fields: CallFields,
  holder: NonceHolder = anyGuest,
): boolean {
  if (call === undefined) return true;
  const value = Object.hasOwn(fields, call.field) ? fields[call.field] : undefined;
  if (value === undefined && call.optional) return true;
  return nonces.verify(value, call.action, holder);
}

/** What the general door checks before an action runs: its answer, or undefined to go on. */
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
