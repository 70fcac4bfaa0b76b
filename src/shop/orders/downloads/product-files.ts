import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";

/** A product or variation that is sold as a file or with licence keys. */
export interface DigitalProduct {
  id: number;
  sku: string;
  name: string;
  files: readonly { key: string; name: string; file: string }[];
  /** null: no limit. */
  limit: number | null;
  /** null: forever. */
  days: number | null;
  /** Licence keys; null: it has none. */
  licences: { free: number; assigned: number; due: number } | null;
}

/** Lists the products and variations that are sold as files or with licence keys. */
export async function listDigitalProducts(db: Database): Promise<DigitalProduct[]> {
  const { rows } = await db.execute<DigitalProduct & Record<string, unknown>>(sql`
    select p.id::int as id, coalesce(p.sku, '') as sku, p.name, p.download_limit as limit, p.download_expiry_days as days,
      coalesce((select json_agg(json_build_object('key', d.download_key, 'name', d.name, 'file', d.file) order by d.position)
        from product_downloads d where d.product_id = p.id), '[]') as files,
      (select json_build_object(
          'free', (select count(*) from licence_keys k where k.product_id = p.id and k.licence_id is null),
          'assigned', (select count(*) from licence_keys k where k.product_id = p.id and k.licence_id is not null),
          'due', (select count(*) from order_licences l where l.product_id = p.id
            and not exists (select from licence_keys k where k.licence_id = l.id)))
        from licence_lists i where i.product_id = p.id) as licences
    from products p where p.is_downloadable or exists (select from licence_lists i where i.product_id = p.id)
    order by p.id`);
  return rows;
}

/** Finds a product or variation by its SKU or its number. @throws Refusal product_unknown */
export async function getProductId(db: Database, skuOrId: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id::int as id from products where sku = ${skuOrId} or id::text = ${skuOrId}
    order by sku = ${skuOrId} desc nulls last limit 1`);
  if (!rows[0]) throw new Refusal("product_unknown", { name: skuOrId });
  return rows[0].id;
}

/** A file that a product gets. */
export interface AddedFile {
  productId: number;
  /** Identifies it; a file with the same key is replaced, also for those who have bought it. */
  key: string;
  name: string;
  /** Its key in the storage of downloads, or an http(s) URL. */
  file: string;
  /** Downloads per piece; null: no limit; undefined: unchanged. */
  limit: number | null | undefined;
  /** Days from payment; null: forever; undefined: unchanged. */
  days: number | null | undefined;
}

/** Adds or replaces a file of a product, which becomes a download that is not shipped. Orders keep what they have. */
export async function addProductFile(db: Database, added: AddedFile): Promise<void> {
  const { productId, key, name, file, limit, days } = added;
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ owner: number }>(sql`
      update products set is_downloadable = true, is_virtual = true,
        download_limit = ${limit === undefined ? sql`download_limit` : limit},
        download_expiry_days = ${days === undefined ? sql`download_expiry_days` : days}
      where id = ${productId} returning coalesce(parent_id, id)::int as owner`);
    if (!rows[0]) throw new Refusal("product_unknown");
    await db.execute(sql`
      with replaced as (update product_downloads set name = ${name}, file = ${file}
        where product_id = ${productId} and download_key = ${key} returning 1)
      insert into product_downloads (product_id, position, download_key, name, file)
      select ${productId}, coalesce((select max(position) + 1 from product_downloads where product_id = ${productId}), 0),
        ${key}, ${name}, ${file} where not exists (select from replaced)`);
    await announceChange(db, [`product:${rows[0].owner}`, "products"]);
  });
}

/** Removes a file from a product; those who have bought it keep it. @returns whether there was one */
export async function removeProductFile(db: Database, productId: number, key: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`delete from product_downloads where product_id = ${productId} and download_key = ${key}`,
  );
  return rowCount === 1;
}
