import type { Database } from "#db/database.ts";
import { consumeLimit, isWithinLimits } from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";

/**
 * Uses up a solved challenge, which is good for one try.
 * @param challenge null: the browser has solved none
 * @throws Refusal proof_needed without one, or if it was used before
 */
export async function consumeProof(db: Database, challenge: string | null, now: Date): Promise<void> {
  const isFresh = challenge !== null && (await consumeChallenge(db, challenge, now));
  if (!isFresh) throw new Refusal("proof_needed");
}

/** Uses up a challenge of ours, over all processes. @returns whether it was unused; true for one of concurrent calls */
export function consumeChallenge(db: Database, challenge: string, now: Date): Promise<boolean> {
  return isWithinLimits(() => consumeLimit(db, { limit: "proof", challenge }, now));
}
