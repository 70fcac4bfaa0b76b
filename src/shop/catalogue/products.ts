import { and, asc, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isOneOf, prepared } from "#db/prepared.ts";
import { products } from "#db/tables/catalogue.ts";
import { type CardRecord, cardColumns, productId } from "./product-record.ts";

/** The orders that a listing offers, by their names on the wire. */
export const sortOrders = ["menu_order", "popularity", "rating", "date", "price", "price-desc"] as const;
export type SortOrder = (typeof sortOrders)[number];

export interface ListingFilter {
  /** Any of these categories; undefined: all products. */
  categoryIds?: readonly number[];
  tagId?: number;
  /** Text that the name or the SKU contains. */
  text?: string;
  hideOutOfStock?: boolean;
}

export interface Listing {
  ids: number[];
  /** How many there are on all pages. */
  total: number;
}

/** The ids of the products on a page of a listing, in the field's order for `sort`. Pages count from 1. */
export async function listProductIds(
  db: Database,
  filter: ListingFilter,
  sort: SortOrder,
  page: number,
  perPage: number,
  now: Date,
): Promise<Listing> {
  const query = prepared(db, `products_by_${sort}${shapeOf(filter)}`, (db, name) =>
    db
      .select({ id: products.id, total: sql<number>`count(*) over ()::int` })
      .from(products)
      .where(and(...conditions(filter)))
      .orderBy(...orderOf(sort))
      .limit(sql.placeholder("perPage"))
      .offset(sql.placeholder("skipped"))
      .prepare(name),
  );
  const place = { perPage, skipped: (page - 1) * perPage, now: now.toISOString() };
  const rows = await query.execute({ ...place, ...valuesOf(filter) });
  const total = rows[0]?.total ?? (page > 1 ? await countProducts(db, filter) : 0);
  return { ids: rows.map(({ id }) => id), total };
}

/** How many products a listing has on all its pages. */
async function countProducts(db: Database, filter: ListingFilter): Promise<number> {
  const query = prepared(db, `count_products${shapeOf(filter)}`, (db, name) =>
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(products)
      .where(and(...conditions(filter)))
      .prepare(name),
  );
  const [row] = await query.execute(valuesOf(filter));
  return row?.total ?? 0;
}

/** The published products of these ids, in the order of the ids. */
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

/** The ids of the best sold products, featured ones first. */
export async function listPopularIds(db: Database, most: number): Promise<number[]> {
  const query = prepared(db, "popular_products", (db, name) =>
    db
      .select({ id: products.id })
      .from(products)
      .where(and(...listed, ne(products.type, "external")))
      .orderBy(desc(products.featured), desc(products.totalSales), asc(products.position), asc(products.id))
      .limit(sql.placeholder("most"))
      .prepare(name),
  );
  const rows = await query.execute({ most });
  return rows.map(({ id }) => id);
}

/** Of products: those that a listing of the shop shows. */
export const listed = [
  ne(products.type, "variation"),
  eq(products.status, "publish"),
  inArray(products.visibility, ["visible", "catalog"]),
];

/** What makes two filters the same query with other values. */
function shapeOf({ categoryIds, tagId, text, hideOutOfStock }: ListingFilter): string {
  const words = text === undefined ? "" : `_words${wordsOf(text).length}`;
  return `${categoryIds ? "_category" : ""}${tagId === undefined ? "" : "_tag"}${words}${hideOutOfStock ? "_in_stock" : ""}`;
}

/** The values of a filter's placeholders. */
function valuesOf({ categoryIds, tagId, text = "" }: ListingFilter): Record<string, unknown> {
  const values: Record<string, unknown> = { categoryIds, tagId };
  for (const [index, word] of wordsOf(text).entries()) values[`word${index}`] = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return values;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).slice(0, 8);
}

function conditions(filter: ListingFilter): (SQL | undefined)[] {
  const { categoryIds, tagId, text, hideOutOfStock } = filter;
  const searched = [ne(products.type, "variation"), eq(products.status, "publish")];
  return [
    ...(text === undefined ? listed : [...searched, inArray(products.visibility, ["visible", "search"])]),
    categoryIds &&
      sql`exists (select 1 from product_categories pc where pc.product_id = ${productId}
        and ${isOneOf(sql`pc.category_id`, "categoryIds")})`,
    tagId === undefined
      ? undefined
      : sql`exists (select 1 from product_tags pt where pt.product_id = ${productId} and pt.tag_id = ${sql.placeholder("tagId")})`,
    text === undefined ? undefined : textMatches(text),
    hideOutOfStock ? ne(products.stockStatus, "outofstock") : undefined,
  ];
}

function textMatches(text: string): SQL {
  const one = (_: string, index: number) => {
    const pattern = sql.placeholder(`word${index}`);
    return sql`(${products.name} ilike ${pattern} or ${products.sku} ilike ${pattern}
      or ${products.shortDescription} ilike ${pattern})`;
  };
  return sql.join(wordsOf(text).map(one), sql` and `);
}

/** The lowest or highest price at the placeholder `now` over the product and its variations. */
function priceNow(extreme: "min" | "max"): SQL {
  const at = sql.placeholder("now");
  return sql`(select ${sql.raw(extreme)}(case when p.sale_price < p.regular_price
      and (p.sale_starts_at is null or p.sale_starts_at <= ${at}::timestamptz)
      and (p.sale_ends_at is null or p.sale_ends_at > ${at}::timestamptz)
    then p.sale_price else p.regular_price end)
    from products p where (p.id = ${productId} or p.parent_id = ${productId}) and p.status = 'publish')`;
}

function orderOf(sort: SortOrder): SQL[] {
  switch (sort) {
    case "popularity":
      return [desc(products.totalSales), desc(products.id)];
    case "rating":
      return [
        desc(sql`${products.ratingSum}::numeric / greatest(${products.ratingCount}, 1)`),
        desc(products.ratingCount),
        desc(products.id),
      ];
    case "date":
      return [desc(products.createdAt), desc(products.id)];
    case "price":
      return [sql`${priceNow("min")} asc nulls last`, asc(products.id)];
    case "price-desc":
      return [sql`${priceNow("max")} desc nulls last`, desc(products.id)];
    case "menu_order":
      return [asc(products.position), asc(products.name), asc(products.id)];
  }
}
