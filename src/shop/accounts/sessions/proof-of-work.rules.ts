/**
 * The work that a browser does before it may try again: several small puzzles instead of a large one, so that the time
 * varies little. About 16,000 hashes: half a second to two seconds on a slow phone.
 */
export const puzzleCount = 8;
const puzzleBits = 11;

/** Returns the text whose SHA-256 must begin with enough zero bits. @param answer what the browser searches for */
export function puzzleText(challenge: string, puzzle: number, answer: number): string {
  return `${challenge}:${puzzle}:${answer.toString(36)}`;
}

/** Returns whether a hash solves a puzzle. @param firstWord its first 32 bits */
export function solvesPuzzle(firstWord: number): boolean {
  return firstWord >>> (32 - puzzleBits) === 0;
}

/** Returns the proof that is sent: the challenge and its answers. */
export function proofText(challenge: string, answers: readonly number[]): string {
  return [challenge, ...answers.map((answer) => answer.toString(36))].join("~");
}

/** Splits a proof into the challenge and its answers; undefined if it is not written like one. */
export function readProof(proof: string): { challenge: string; answers: number[] } | undefined {
  const [challenge = "", ...answers] = proof.slice(0, 300).split("~");
  if (answers.length !== puzzleCount || !answers.every((answer) => /^[0-9a-z]{1,8}$/.test(answer))) return undefined;
  return { challenge, answers: answers.map((answer) => Number.parseInt(answer, 36)) };
}
