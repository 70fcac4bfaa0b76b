import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import { products, variationAttributes } from "#db/tables/catalogue.ts";
import type { Shop } from "./shop.ts";

/** The slug of the product that `addManyVariations` adds. */
export const manyVariationsSlug = "thousand-variations";

const options = {
  count: ["30", "60", "90", "120", "240"],
  size: ["S", "M", "L", "XL", "XXL"],
  colour: Array.from({ length: 10 }, (_, number) => `Colour ${number}`),
  cloth: ["Cotton", "Wool", "Linen", "Silk"],
};

/** All combinations of the options. */
const choices = Object.entries(options).reduce<Record<string, string>[]>(
  (all, [slug, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [slug]: value }))),
  [{}],
);

/**
 * Adds a product with 1,000 variations of four attributes, with SKUs like ABC-001-60-M and 20 prices, to a running shop, unless an
 * earlier part has added it.
 */
export async function addManyVariations({ dataDir }: Shop): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const { db } = database;
  const name = "A thousand variations";
  try {
    const [product] = await db
      .insert(products)
      .values({ type: "variable", slug: manyVariationsSlug, name })
      .onConflictDoNothing()
      .returning({ id: products.id });
    if (!product) return;
    const parentId = product.id;
    for (const [position, [slug, values]] of Object.entries(options).entries())
      await db.execute(sql`
        insert into product_attributes (product_id, position, slug, name, is_for_variations, options)
        values (${parentId}, ${position}, ${slug}, ${slug}, true, ${sql.param(values)}::text[])`);
    const variations = choices.map(({ count, size }, index) => ({
      type: "variation" as const,
      parentId,
      name,
      sku: `ABC-${String(index + 1).padStart(3, "0")}-${count}-${size}`,
      regularPrice: 1000 + 50 * ((index * 7) % 20),
      position: index,
    }));
    const made = await db.insert(products).values(variations).returning({ variationId: products.id });
    await db
      .insert(variationAttributes)
      .values(
        made.flatMap(({ variationId }, index) =>
          Object.entries(choices[index] ?? {}).map(([slug, value]) => ({ variationId, slug, value })),
        ),
      );
  } finally {
    await database.close();
  }
}
