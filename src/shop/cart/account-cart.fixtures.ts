import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { defaultSettings, noon } from "./cart.fixtures.ts";
import { getCart } from "./carts.ts";
import { addToCart } from "./lines/add-to-cart.ts";

/** Adds pieces of a simple product to a session's cart. @param attempt the idempotency key; null: none */
export function addPieces(
  db: Database,
  sessionId: number,
  productId: number,
  quantity = 1,
  attempt: string | null = null,
) {
  return addToCart(db, sessionId, { productId, variationId: null, quantity, attributes: {} }, noon, { attempt });
}

/** Returns product id and quantity of each line of a session's cart. */
export async function piecesOf(db: Database, sessionId: number): Promise<number[][]> {
  const { lines } = await getCart(db, sessionId, defaultSettings, noon);
  return lines.map(({ productId, quantity }) => [productId, quantity]);
}

/** Counts a user's waiting carts, and the lines of all their carts. */
export async function countRows(db: Database, userId: number): Promise<{ carts: number; lines: number }> {
  const { rows } = await db.execute<{ carts: number; lines: number }>(sql`select
    count(distinct s.id) filter (where s.parked_at is not null)::int as carts, count(l.line_key)::int as lines
    from sessions s left join cart_lines l on l.session_id = s.id where s.user_id = ${userId}`);
  return rows[0] ?? { carts: 0, lines: 0 };
}
