import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/tables/catalogue.ts";
import { inTransaction } from "#db/transaction.ts";
import { searchedColumns } from "./fields/product-values.ts";

/** The columns of a product that its index is made from, besides its categories, tags and attributes and the SKUs of its variations. */
export const indexedColumns = [
  products.type,
  products.status,
  products.visibility,
  products.sku,
  products.name,
  products.shortDescription,
  products.description,
  products.facts,
  ...searchedColumns,
];

/** The words of the fields marked as searched. */
const fieldText = sql`concat_ws(' ', ${sql.join([sql`''`, ...searchedColumns], sql`, `)})`;

/**
 * Updates the search index of these products. Call it in the transaction that changes one of `indexedColumns`, or a product's
 * categories, tags or attributes; for a variation, with its product's id.
 */
export async function indexProducts(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`select index_products(array_agg(id), array_agg(${fieldText})) from ${products}
    where id = any(${sql.param([...ids])}::bigint[])`);
}

/** Updates and announces all products of these categories and their descendants, after a rename or move. */
export async function indexProductsIn(db: Database, categoryIds: readonly number[]): Promise<void> {
  if (categoryIds.length === 0) return;
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive below (id) as (
      select unnest(${sql.param([...categoryIds])}::bigint[])
      union select c.id from categories c join below on c.parent_id = below.id
    )
    select distinct product_id as id from product_categories join below on below.id = category_id order by id`);
  const ids = rows.map(({ id }) => Number(id));
  await indexProducts(db, ids);
  await announceChange(
    db,
    ids.map((id) => `product:${id}` as const),
  );
}

/**
 * Updates the next `limit` products after `lastId`, in id order, in one transaction, and announces them.
 * @returns the last one's id, or undefined at the end
 */
export async function indexNextProducts(db: Database, lastId: number, limit: number): Promise<number | undefined> {
  return inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: string }>(sql`select id from products
      where id > ${lastId} and type <> 'variation' order by id limit ${limit} for share`);
    const ids = rows.map(({ id }) => Number(id));
    await indexProducts(db, ids);
    const tags = ids.map((id) => `product:${id}` as const);
    if (tags.length > 0) await announceChange(db, ["products", ...tags]);
    return ids.at(-1);
  });
}

/** Updates the sales rank of all products except those being written, and announces the changed ones. */
export async function rankSoldProducts(db: Database): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ id: string }>(sql`update product_search s set total_sales = sold.total_sales
      from (select s.product_id, p.total_sales from product_search s join products p on p.id = s.product_id
        where s.total_sales <> p.total_sales order by s.product_id for update of s skip locked) sold
      where s.product_id = sold.product_id returning s.product_id as id`);
    const tags = rows.map(({ id }) => `product:${Number(id)}` as const);
    // A product may rise to a listing's page that it was not on.
    if (tags.length > 0) await announceChange(db, ["products", ...tags]);
  });
}
