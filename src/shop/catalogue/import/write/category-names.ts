import { inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { products } from "#db/tables/catalogue.ts";
import { categoryNamesJson } from "../../product-record.ts";

/** Returns the names of each product's categories, by product id; deleted products are missing. */
export async function listCategoryNames(db: Database, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ id: products.id, names: categoryNamesJson(sql`products.id`) })
    .from(products)
    .where(inArray(products.id, [...ids]));
  return new Map(rows.map(({ id, names }) => [id, names]));
}
