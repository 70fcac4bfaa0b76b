import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { QueryBatcher } from "#db/query-batcher.ts";
import { type SellableRecord, sellableJson } from "../catalogue/product-record.ts";
import { offerOf } from "./offer.ts";

/** A variation with its product. */
interface Sold {
  product: SellableRecord;
  variation: SellableRecord;
}

const batchers = new WeakMap<Database, QueryBatcher<number, Sold | undefined>>();

/**
 * Returns how many pieces of a variation a cart can hold now; null: no limit. Reads the database, because cached products keep
 * their stock until a sale changes what pages show. Concurrent requests share a statement.
 */
export async function findQuantityLimit(db: Database, variationId: number, now: Date): Promise<number | null> {
  let batcher = batchers.get(db);
  if (!batcher) batchers.set(db, (batcher = new QueryBatcher((ids) => findSold(db, ids))));
  const sold = await batcher.load(variationId);
  if (!sold) return null;
  const { soldIndividually, maxQuantity, stockLimit } = offerOf(sold.product, sold.variation, now);
  if (soldIndividually) return 1;
  const limits = [maxQuantity, stockLimit].filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

async function findSold(db: Database, ids: readonly number[]): Promise<(Sold | undefined)[]> {
  const statement = sql`select ${sellableJson("p")} as product, ${sellableJson("v")} as variation
    from products v join products p on p.id = v.parent_id where v.id = any(${sql.param([...new Set(ids)])}::bigint[])`;
  const { rows } = await executeNamed<{ product: SellableRecord; variation: SellableRecord }>(
    db,
    "find_quantity_limits",
    statement,
  );
  const byId = new Map(rows.map((row) => [row.variation.id, row]));
  return ids.map((id) => byId.get(id));
}
