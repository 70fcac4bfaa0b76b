import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { inTransaction } from "#db/transaction.ts";
import { checkPassword } from "./change-password.ts";
import { refuseLastAdministrator } from "./change-user.ts";

/**
 * Deletes somebody's account for good: his sessions, addresses and links with it. His orders stay, as the books need them,
 * and are nobody's from then on. @throws Refusal credentials_wrong, too_many_tries, user_last_administrator
 */
export async function deleteAccount(db: Database, userId: number, password: string, now: Date): Promise<void> {
  await checkPassword(db, userId, password, now);
  await inTransaction(db, async (db) => {
    await refuseLastAdministrator(db, userId);
    await db.delete(users).where(eq(users.id, userId));
  });
}
