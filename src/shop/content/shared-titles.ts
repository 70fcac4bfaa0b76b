import { and, eq, lte, ne, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { products } from "#db/tables/catalogue.ts";
import { articles } from "#db/tables/content.ts";

/** A page that can be shared: a product's, or an article's or static page's. */
export type SharedKind = "product" | "article";

/** Finds the title of a published product, article or page. */
export async function findSharedTitle(
  db: Database,
  kind: SharedKind,
  id: number,
  now: Date,
): Promise<string | undefined> {
  if (kind === "product") {
    const [product] = await db
      .select({ title: sql<string>`${products.name}` })
      .from(products)
      .where(and(eq(products.id, id), eq(products.status, "publish"), ne(products.type, "variation")));
    return product?.title;
  }
  const [article] = await db
    .select({ title: articles.title })
    .from(articles)
    .where(and(eq(articles.id, id), eq(articles.status, "publish"), lte(articles.publishedAt, now)));
  return article?.title;
}
