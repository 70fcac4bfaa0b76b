import type { Database } from "#db/database.ts";
import { consumeLimit, isWithinLimits } from "../../rate-limits.ts";
import { Refusal } from "../../refusal.ts";

/**
 * Uses up a solved challenge, which is good for one try.
 * @param challenge null: the browser has solved none
 * @throws Refusal proof_needed without one, or if it was used before
 */
export async function consumeProof(db: Database, challenge: string | null, now: Date): Promise<void> {
  const isFresh =
    challenge !== null && (await isWithinLimits(() => consumeLimit(db, { limit: "proof", challenge }, now)));
  if (!isFresh) throw new Refusal("proof_needed");
}
