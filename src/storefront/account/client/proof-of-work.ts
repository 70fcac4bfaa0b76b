import { proofText, puzzleCount, puzzleText, solvesPuzzle } from "#shop/accounts/sessions/proof-of-work.rules.ts";
import { Sha256 } from "./sha256.ts";

/** How long (ms) the page may be busy at a time, so that typing stays fluent. */
const sliceMs = 12;

/** Works on a challenge while the visitor types. @returns the proof */
export async function workOn(challenge: string): Promise<string> {
  const sha256 = new Sha256();
  const answers: number[] = [];
  for (let answer = 0; answers.length < puzzleCount; ) {
    const until = performance.now() + sliceMs;
    while (performance.now() < until && answers.length < puzzleCount) {
      const isSolved = solvesPuzzle(sha256.firstWord(puzzleText(challenge, answers.length, answer)));
      if (isSolved) answers.push(answer);
      answer = isSolved ? 0 : answer + 1;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
  return proofText(challenge, answers);
}
