import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { refusedCheckouts, sessions } from "#db/tables/carts-and-orders.ts";
import type { Person } from "../../privacy/personal-data.rules.ts";
import type { SavedCheckout } from "./checkout.ts";

/** Saves a refused form in place of an earlier one, until the session places an order or ends. */
export async function saveCheckout(db: Database, sessionId: number, checkout: SavedCheckout): Promise<void> {
  await db
    .insert(refusedCheckouts)
    .values({ sessionId, checkout })
    .onConflictDoUpdate({ target: refusedCheckouts.sessionId, set: { checkout: sql`excluded.checkout` } });
}

/**
 * Returns the form that was refused last, unless the session has placed an order since. A form that a signed-in user
 * filled in is returned to that user only. @param userId the signed-in user; null: a guest
 */
export async function findSavedCheckout(
  db: Database,
  sessionId: number,
  userId: number | null,
): Promise<SavedCheckout | undefined> {
  const [row] = await db.select().from(refusedCheckouts).where(eq(refusedCheckouts.sessionId, sessionId));
  // Only the function above writes it.
  const checkout = row?.checkout as SavedCheckout | undefined;
  return checkout && isFor(checkout, userId) ? checkout : undefined;
}

/** Lists the unfinished checkout forms of all sessions of a user; none for guests. */
export async function listSavedCheckouts(db: Database, { userId }: Pick<Person, "userId">): Promise<SavedCheckout[]> {
  if (userId === null) return [];
  const rows = await db
    .select({ checkout: refusedCheckouts.checkout })
    .from(refusedCheckouts)
    .innerJoin(sessions, eq(sessions.id, refusedCheckouts.sessionId))
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.id));
  return rows.map(({ checkout }) => checkout as SavedCheckout).filter((checkout) => isFor(checkout, userId));
}

/** Deletes the unfinished checkout forms of a user's sessions, and those with the email address. */
export async function eraseSavedCheckouts(db: Database, { userId, email }: Person): Promise<void> {
  await db.execute(sql`delete from refused_checkouts where lower(checkout #>> '{form,billing,email}') = ${email}
    or session_id in (select id from sessions where user_id = ${userId})`);
}

function isFor({ typedBy = null }: SavedCheckout, userId: number | null): boolean {
  return typedBy === null || typedBy === userId;
}
