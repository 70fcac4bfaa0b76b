import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { endMailTokens } from "../sessions/mail-tokens.ts";
import type { Role } from "../user.ts";
import { getUserByEmail } from "../users.ts";

/** Changes a user's role. @throws Refusal user_unknown, user_last_administrator */
export async function changeRole(db: Database, email: string, role: Role): Promise<void> {
  await inTransaction(db, async (db) => {
    const user = await getUserByEmail(db, email);
    if (role !== "administrator") await refuseLastAdministrator(db, user.id);
    await db.update(users).set({ role }).where(eq(users.id, user.id));
  });
}

/** Disables an account and ends its sessions. @throws Refusal user_unknown, user_last_administrator */
export async function disableUser(db: Database, email: string, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const user = await getUserByEmail(db, email);
    await refuseLastAdministrator(db, user.id);
    await db
      .update(users)
      .set({ disabledAt: now })
      .where(and(eq(users.id, user.id), isNull(users.disabledAt)));
    await db.delete(sessions).where(eq(sessions.userId, user.id));
    await db.execute(sql`delete from known_devices where user_id = ${user.id}`);
    await endMailTokens(db, user.id);
  });
}

/** Enables a disabled account. @throws Refusal user_unknown */
export async function enableUser(db: Database, email: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const user = await getUserByEmail(db, email);
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, user.id));
  });
}

/**
 * Refuses to remove the last administrator, because a shop without one could not be managed any more. Call it in the
 * transaction of the change. @throws Refusal user_last_administrator
 */
export async function refuseLastAdministrator(db: Database, userId: number): Promise<void> {
  // Lock all administrators' rows, so that two cannot be removed concurrently.
  const active = and(eq(users.role, "administrator"), isNull(users.disabledAt));
  const administrators = await db.select({ id: users.id }).from(users).where(active).orderBy(users.id).for("update");
  if (administrators.length === 1 && administrators[0]?.id === userId) throw new Refusal("user_last_administrator");
}
