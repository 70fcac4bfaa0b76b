import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/**
 * Lists ids of the cross-sells of the products in the cart, except those already in it; products named most often come
 * first. They may include products that are not for sale.
 */
export async function listCrossSellIds(db: Database, inCart: readonly number[], limit: number): Promise<number[]> {
  const ids = sql.param([...inCart]);
  const { rows } = await db.execute<{ id: number }>(sql`select l.linked_id as id from product_links l
    where l.kind = 'cross_sell' and l.product_id = any(${ids}::bigint[]) and l.linked_id <> all(${ids}::bigint[])
    group by l.linked_id order by count(*) desc, min(l.position), l.linked_id limit ${limit}`);
  return rows.map(({ id }) => id);
}
