import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isOneOf, prepared } from "#db/prepared.ts";
import { products, tags } from "#db/tables/catalogue.ts";
import { type CardRecord, cardColumns } from "./product-record.ts";

/** Lists the published products of these ids, in the order of the ids. */
export async function listProductsById(db: Database, ids: readonly number[]): Promise<CardRecord[]> {
  if (ids.length === 0) return [];
  const query = prepared(db, "products_by_id", (db, name) =>
    db
      .select(cardColumns)
      .from(products)
      .where(and(isOneOf(products.id, "ids"), eq(products.status, "publish"), ne(products.type, "variation")))
      .prepare(name),
  );
  const rows = await query.execute({ ids });
  const byId = new Map(rows.map((row) => [row.self.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** Lists the ids of bestsellers, featured products first. */
export async function listPopularIds(db: Database, limit: number): Promise<number[]> {
  const query = prepared(db, "popular_products", (db, name) =>
    db
      .select({ id: products.id })
      .from(products)
      .where(and(...listed, ne(products.type, "external")))
      .orderBy(desc(products.featured), desc(products.totalSales), asc(products.position), asc(products.id))
      .limit(sql.placeholder("limit"))
      .prepare(name),
  );
  const rows = await query.execute({ limit });
  return rows.map(({ id }) => id);
}

/** Returns these products and the groups that they are members of: what a group costs depends on its members. */
export async function withGroups(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(sql`select distinct product_id as id from product_links
    where kind = 'grouped' and linked_id = any(${sql.param([...ids])}::bigint[]) order by id`);
  return [...new Set([...ids, ...rows.map(({ id }) => Number(id))])];
}

/** Conditions for products that listings show. */
export const listed = [
  ne(products.type, "variation"),
  eq(products.status, "publish"),
  inArray(products.visibility, ["visible", "catalog"]),
];

/** Finds a product tag by its slug. */
export async function findTag(db: Database, slug: string): Promise<{ id: number; name: string } | undefined> {
  const [tag] = await db.select({ id: tags.id, name: tags.name }).from(tags).where(eq(tags.slug, slug));
  return tag;
}
