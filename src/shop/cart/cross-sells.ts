import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/**
 * Ids of products that the shopkeeper has named for those in the cart, which are not in it themselves: what several name
 * first. One of them may not be for sale.
 */
export async function listCrossSellIds(db: Database, inCart: readonly number[], most: number): Promise<number[]> {
  const ids = sql.param([...inCart]);
  const { rows } = await db.execute<{ id: number }>(sql`select l.linked_id as id from product_links l
    where l.kind = 'cross_sell' and l.product_id = any(${ids}::bigint[]) and l.linked_id <> all(${ids}::bigint[])
    group by l.linked_id order by count(*) desc, min(l.position), l.linked_id limit ${most}`);
  return rows.map(({ id }) => id);
}
