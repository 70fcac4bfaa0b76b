import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { proofText, puzzleCount, puzzleText, solvesPuzzle } from "#shop/accounts/sessions/proof-of-work.rules.ts";

/** How long (ms) the page may be busy at a time, so that typing stays fluent. */
const sliceMs = 12;

/** Works on a challenge while the visitor types. @returns the proof */
export async function workOn(challenge: string): Promise<string> {
  const answers: number[] = [];
  for (let answer = 0; answers.length < puzzleCount; ) {
    const until = performance.now() + sliceMs;
    while (performance.now() < until && answers.length < puzzleCount) {
      const isSolved = solvesPuzzle(firstWord(puzzleText(challenge, answers.length, answer)));
      if (isSolved) answers.push(answer);
      answer = isSolved ? 0 : answer + 1;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
  return proofText(challenge, answers);
}

/**
 * Returns the first 32 bits of a text's SHA-256. The browser's own function answers by promise, which takes longer than
 * the hash of so short a text, and exists on secure origins only.
 */
function firstWord(text: string): number {
  const [first = 0, second = 0, third = 0, fourth = 0] = sha256(utf8ToBytes(text));
  return (first << 24) | (second << 16) | (third << 8) | fourth;
}
