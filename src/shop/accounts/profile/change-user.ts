import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { users } from "#db/tables/accounts.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { endMailTokens } from "../sessions/mail-tokens.ts";
import type { Role } from "../user.ts";
import { getUserByEmail } from "../users.ts";

/** Gives an account another role. @throws Refusal user_unknown, user_last_administrator */
export async function changeRole(db: Database, email: string, role: Role): Promise<void> {
  await inTransaction(db, async (db) => {
    const user = await getUserByEmail(db, email);
    if (role !== "administrator") await refuseLastAdministrator(db, user.id);
    await db.update(users).set({ role }).where(eq(users.id, user.id));
  });
}

/** Lets an account in no more, from this moment on and everywhere. @throws Refusal user_unknown, user_last_administrator */
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

/** Lets a disabled account in again. @throws Refusal user_unknown */
export async function enableUser(db: Database, email: string): Promise<void> {
  const user = await getUserByEmail(db, email);
  await db.update(users).set({ disabledAt: null }).where(eq(users.id, user.id));
}

/**
 * A shop that nobody may change any more cannot be helped from inside: the last administrator stays one. Call it in the
 * transaction of the change. @throws Refusal user_last_administrator
 */
export async function refuseLastAdministrator(db: Database, userId: number): Promise<void> {
  // All administrators' rows are locked, so that two of them cannot end each other's role at once.
  const active = and(eq(users.role, "administrator"), isNull(users.disabledAt));
  const administrators = await db.select({ id: users.id }).from(users).where(active).orderBy(users.id).for("update");
  if (administrators.length === 1 && administrators[0]?.id === userId) throw new Refusal("user_last_administrator");
}
