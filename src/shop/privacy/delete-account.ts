import { and, eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { users } from "#db/tables/accounts.ts";
import { inTransaction } from "#db/transaction.ts";
import { checkPassword } from "../accounts/profile/change-password.ts";
import { Refusal } from "../refusal.ts";
import { eraseParts } from "./personal-data.ts";

/**
 * Deletes an account permanently on its owner's wish, with everything that its data export lists. Its orders stay for the books,
 * without owner and browser data; its public reviews stay under their given name.
 * @throws Refusal credentials_wrong, too_many_tries, user_last_administrator
 */
export async function deleteAccount(db: Database, userId: number, password: string, now: Date): Promise<void> {
  const verified = await checkPassword(db, userId, password, now);
  await retryOnConflict(() =>
    inTransaction(db, async (db) => {
      // Locked first, with a lock that conflicts with foreign keys: an order in progress is waited for and then seen, and
      // none follows.
      const [held] = await db
        .select({ email: users.emailKey })
        .from(users)
        .where(and(eq(users.id, userId), eq(users.passwordHash, verified)))
        .for("update");
      // The password was replaced meanwhile, or the account is gone.
      if (!held) throw new Refusal("credentials_wrong");
      await eraseParts(db, { email: held.email, userId, ownsGuestOrders: false }, "account", now);
    }),
  );
}
