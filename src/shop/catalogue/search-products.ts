import { and, eq, ilike, inArray, ne, or } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { products } from "#db/tables/catalogue.ts";

/** The ids of the products that a search for these words finds. */
export async function searchProductIds(db: Database, text: string): Promise<number[]> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, 8);
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        ne(products.type, "variation"),
        eq(products.status, "publish"),
        inArray(products.visibility, ["visible", "search"]),
        ...patterns.map((one) =>
          or(ilike(products.name, one), ilike(products.sku, one), ilike(products.shortDescription, one)),
        ),
      ),
    );
  return rows.map(({ id }) => id);
}
