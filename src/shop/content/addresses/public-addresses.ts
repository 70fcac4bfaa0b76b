import { and, eq, lte, ne, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { products } from "#db/tables/catalogue.ts";
import { articles } from "#db/tables/content.ts";

/** The public page of an id. */
export interface FoundById {
  kind: "product" | "article";
  slug: string;
}

/**
 * Finds the published product, article or page of an id; all share one sequence. An id under which a product was
 * imported means that product first.
 */
export async function findById(db: Database, id: number, now: Date): Promise<FoundById | undefined> {
  const imported = sql<number>`coalesce((select product_id from imported_product_ids where source_id = ${id}), ${id})`;
  const [product] = await db
    .select({ slug: sql<string>`${products.slug}` })
    .from(products)
    .where(and(eq(products.id, imported), eq(products.status, "publish"), ne(products.type, "variation")));
  if (product) return { kind: "product", slug: product.slug };
  const [article] = await db
    .select({ slug: articles.slug })
    .from(articles)
    .where(and(eq(articles.id, id), eq(articles.status, "publish"), lte(articles.publishedAt, now)));
  return article && { kind: "article", slug: article.slug };
}

/** Returns whether a published product has this slug. */
export async function hasProduct(db: Database, slug: string): Promise<boolean> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.slug, slug), eq(products.status, "publish"), ne(products.type, "variation")));
  return rows.length > 0;
}
