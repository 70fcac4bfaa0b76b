import { createHash } from "node:crypto";
import type { Signatures } from "#platform/signatures.ts";
import { puzzleText, readProof, solvesPuzzle } from "#shop/accounts/sessions/proof-of-work.rules.ts";
import { isOpenChallenge } from "./challenges.ts";

/** Field of account forms with the proof of work. */
export const proofField = "chowk_proof";

/** Returns the challenge that a proof solves, which may be used once; null if it solves none of ours, or too late. */
export function solvedChallenge(signatures: Signatures, proof: string, now: Date): string | null {
  const { challenge = "", answers = [] } = readProof(proof) ?? {};
  if (!isOpenChallenge(signatures, "proof of work", challenge, now)) return null;
  const isSolved = answers.every((answer, puzzle) => {
    const hash = createHash("sha256")
      .update(puzzleText(challenge, puzzle, answer))
      .digest();
    return solvesPuzzle(hash.readUInt32BE(0));
  });
  return isSolved ? challenge : null;
}
