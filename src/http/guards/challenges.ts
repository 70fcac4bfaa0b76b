import { randomBytes } from "node:crypto";
import type { Signatures } from "#platform/signatures.ts";

/** What a challenge is for; one for another purpose counts for nothing. */
type ChallengePurpose = "proof of work" | "passkey sign-in" | `new passkey of ${number}`;

/** How long (ms) a challenge can be answered. */
const lifetime = 30 * 60_000;

/** Creates a challenge for a browser. The server stores nothing: it is signed and expires. */
export function createChallenge(signatures: Signatures, purpose: ChallengePurpose, now: Date): string {
  const [until, salt] = [(now.getTime() + lifetime).toString(36), randomBytes(12).toString("hex")];
  return [until, salt, signatures.sign(purpose, until, salt).slice(0, 32)].join(".");
}

/** Returns whether a challenge is ours, for this purpose, and can still be answered. */
export function isOpenChallenge(
  signatures: Signatures,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): boolean {
  const [until = "", salt = "", signature = "", ...rest] = challenge.split(".");
  const isOurs = rest.length === 0 && signatures.verify(signature, purpose, until, salt);
  return isOurs && Number.parseInt(until, 36) >= now.getTime();
}
