import type { Database } from "#db/database.ts";
import { isOneOf, prepared } from "#db/prepared.ts";
import { QueryBatcher } from "#db/query-batcher.ts";
import { products } from "#db/tables/catalogue.ts";
import type { ProductToAdd } from "./lines/product-to-add.ts";
import { offerOf } from "./offer.ts";

const batchers = new WeakMap<Database, QueryBatcher<number, number>>();

/**
 * Returns how many pieces of a variation a cart can hold now; null: no limit. Reads stock that limits sales from the database,
 * because cached products keep theirs until a sale changes what pages show. Concurrent requests share the statement.
 */
export async function findQuantityLimit(
  db: Database,
  { product, variations }: Pick<ProductToAdd, "product" | "variations">,
  variationId: number,
  now: Date,
): Promise<number | null> {
  const variation = variations.find(({ self }) => self.id === variationId)?.self;
  if (!variation) return null;
  const { soldIndividually, maxQuantity, stockLimit, stockId } = offerOf(product, variation, now);
  if (soldIndividually) return 1;
  const stock = stockLimit === null || stockId === null ? null : await batcherOf(db).load(stockId);
  const limits = [maxQuantity, stock].filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

function batcherOf(db: Database): QueryBatcher<number, number> {
  let batcher = batchers.get(db);
  if (!batcher) batchers.set(db, (batcher = new QueryBatcher((ids) => readStock(db, ids))));
  return batcher;
}

/** Returns the stock of each product or variation, 0 if it is none. */
async function readStock(db: Database, ids: readonly number[]): Promise<number[]> {
  const query = prepared(db, "stock_of_products", (db, name) =>
    db
      .select({ id: products.id, stock: products.stockQuantity })
      .from(products)
      .where(isOneOf(products.id, "ids"))
      .prepare(name),
  );
  const rows = await query.execute({ ids: [...new Set(ids)] });
  const byId = new Map(rows.map(({ id, stock }) => [id, stock]));
  return ids.map((id) => Math.max(byId.get(id) ?? 0, 0));
}
