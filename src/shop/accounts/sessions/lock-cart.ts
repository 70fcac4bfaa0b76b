import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { cartRules } from "./cart-rules.ts";

/**
 * Locks a session's cart until the transaction ends; for a signed-in user the account's cart, into which the session's
 * own lines are merged. See the SQL function lock_cart. @returns the id that owns the lines; null: the session has
 * ended
 */
export async function lockCart(db: Database, sessionId: number, now: Date): Promise<number | null> {
  const { rows } = await executeNamed<{ cart: string | null }>(
    db,
    "lock_cart",
    sql`select lock_cart(${sessionId}, ${now.toISOString()}, ${cartRules}::jsonb) as cart`,
  );
  const cart = rows[0]?.cart ?? null;
  return cart === null ? null : Number(cart);
}

/** Moves unread notices and checkout tokens from one session to another. */
export async function moveSessionNotices(db: Database, from: number, to: number): Promise<void> {
  await db.execute(sql`select move_session_rows(${from}, ${to})`);
}
