import { createHash, randomBytes } from "node:crypto";
import type { Signatures } from "#platform/signatures.ts";
import { puzzleText, readProof, solvesPuzzle } from "#shop/accounts/sessions/proof-of-work.rules.ts";

/** Field of account forms with the proof of work. */
export const proofField = "chowk_proof";

/** How long (ms) a challenge can be answered. */
const lifetime = 30 * 60_000;

const purpose = "proof of work";

/** Creates a challenge for a browser to work on. The server stores nothing: it is signed and expires. */
export function createChallenge(signatures: Signatures, now: Date): string {
  const [until, salt] = [(now.getTime() + lifetime).toString(36), randomBytes(12).toString("hex")];
  return [until, salt, signatures.sign(purpose, until, salt).slice(0, 32)].join(".");
}

/** Returns the challenge that a proof solves, which may be used once; null if it solves none of ours, or too late. */
export function solvedChallenge(signatures: Signatures, proof: string, now: Date): string | null {
  const { challenge = "", answers = [] } = readProof(proof) ?? {};
  const [until = "", salt = "", signature = ""] = challenge.split(".");
  if (!signatures.verify(signature, purpose, until, salt) || Number.parseInt(until, 36) < now.getTime()) return null;
  const isSolved = answers.every((answer, puzzle) => {
    const hash = createHash("sha256")
      .update(puzzleText(challenge, puzzle, answer))
      .digest();
    return solvesPuzzle(hash.readUInt32BE(0));
  });
  return isSolved ? challenge : null;
}
