import { eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { refusedCheckouts } from "#db/tables/carts-and-orders.ts";
import type { RefusedCheckout } from "./checkout.ts";

/** Keeps a form that was refused in place of an earlier one, until the session places an order or ends. */
export async function keepRefusedCheckout(db: Database, sessionId: number, checkout: RefusedCheckout): Promise<void> {
  await db
    .insert(refusedCheckouts)
    .values({ sessionId, checkout })
    .onConflictDoUpdate({ target: refusedCheckouts.sessionId, set: { checkout: sql`excluded.checkout` } });
}

/** The form that was refused last, if the session has placed no order since. */
export async function findRefusedCheckout(db: Database, sessionId: number): Promise<RefusedCheckout | undefined> {
  const [row] = await db.select().from(refusedCheckouts).where(eq(refusedCheckouts.sessionId, sessionId));
  // Written by the function above alone.
  return row?.checkout as RefusedCheckout | undefined;
}
