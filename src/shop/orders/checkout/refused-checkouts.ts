import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { refusedCheckouts, sessions } from "#db/tables/carts-and-orders.ts";
import type { RefusedCheckout } from "./checkout.ts";

/** Keeps a form that was refused in place of an earlier one, until the session places an order or ends. */
export async function keepRefusedCheckout(db: Database, sessionId: number, checkout: RefusedCheckout): Promise<void> {
  await db
    .insert(refusedCheckouts)
    .values({ sessionId, checkout })
    .onConflictDoUpdate({ target: refusedCheckouts.sessionId, set: { checkout: sql`excluded.checkout` } });
}

/**
 * The form that was refused last, if the session has placed no order since. What was typed into the page of somebody who was
 * signed in is for nobody else. @param userId who is signed in; null: a guest
 */
export async function findRefusedCheckout(
  db: Database,
  sessionId: number,
  userId: number | null,
): Promise<RefusedCheckout | undefined> {
  const [row] = await db.select().from(refusedCheckouts).where(eq(refusedCheckouts.sessionId, sessionId));
  // Written by the function above alone.
  const checkout = row?.checkout as RefusedCheckout | undefined;
  return checkout && isFor(checkout, userId) ? checkout : undefined;
}

/** What was typed at the checkouts that somebody has not finished, in whichever of his sessions. */
export async function listRefusedCheckouts(db: Database, userId: number): Promise<RefusedCheckout[]> {
  const rows = await db
    .select({ checkout: refusedCheckouts.checkout })
    .from(refusedCheckouts)
    .innerJoin(sessions, eq(sessions.id, refusedCheckouts.sessionId))
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.id));
  return rows.map(({ checkout }) => checkout as RefusedCheckout).filter((checkout) => isFor(checkout, userId));
}

function isFor({ typedBy = null }: RefusedCheckout, userId: number | null): boolean {
  return typedBy === null || typedBy === userId;
}
