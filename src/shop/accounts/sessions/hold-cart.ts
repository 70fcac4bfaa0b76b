import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";

/** How many lines a cart can have. */
export const mostCartLines = 200;

/** How long (ms) the cart of an account waits for its owner's next visit. */
export const cartPatience = 30 * 24 * 3_600_000;

/**
 * Holds a session's cart until the transaction ends: the account's one where somebody is signed in, into which comes what the
 * session brought along. See the SQL function lock_cart. @returns the row that its lines belong to; null: the session is gone
 */
export async function holdCart(db: Database, sessionId: number, now: Date): Promise<number | null> {
  const { rows } = await executeNamed<{ cart: string | null }>(
    db,
    "lock_cart",
    sql`select lock_cart(${sessionId}, ${now.toISOString()}, ${mostCartLines}) as cart`,
  );
  const cart = rows[0]?.cart ?? null;
  return cart === null ? null : Number(cart);
}

/** Moves the notices that wait, and the orders that a form sent twice is answered by, from one session to another. */
export async function moveSessionNews(db: Database, from: number, to: number): Promise<void> {
  await db.execute(sql`select move_session_rows(${from}, ${to})`);
}
