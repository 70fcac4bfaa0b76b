import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { deleteExpiredSessions } from "#shop/accounts/sessions.ts";

/** Sessions deleted in one statement: short locks, whatever has piled up. */
const batch = 500;

/** Job `forget-old-sessions`, every hour: visitors who have not come back, with their carts. Safe to run twice. */
export function forgetOldSessions({ db, clock }: { db: Database; clock: Clock }): Task {
  return async () => {
    while ((await deleteExpiredSessions(db, clock.now(), batch)) === batch);
  };
}
