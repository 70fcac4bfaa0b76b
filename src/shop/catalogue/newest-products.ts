import { and, desc, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { products } from "#db/tables/catalogue.ts";
import { listed } from "./products.ts";

export interface NewProduct {
  id: number;
  slug: string;
  name: string;
  /** Sanitised HTML. */
  shortDescription: string;
  createdAt: Date;
}

/** Lists the newest listed products, newest first. */
export async function listNewestProducts(db: Database, limit: number): Promise<NewProduct[]> {
  const query = prepared(db, "newest_products", (db, name) =>
    db
      .select({
        id: products.id,
        slug: sql<string>`${products.slug}`,
        name: products.name,
        shortDescription: products.shortDescription,
        createdAt: products.createdAt,
      })
      .from(products)
      .where(and(...listed))
      .orderBy(desc(products.createdAt), desc(products.id))
      .limit(sql.placeholder("limit"))
      .prepare(name),
  );
  return query.execute({ limit });
}
