import { and, asc, gte, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { products, tags } from "#db/tables/catalogue.ts";
import { productId } from "./product-record.ts";
import { listed } from "./products.ts";

/** Consecutive ids that share a sitemap file. */
export interface SiteMapChunk {
  firstId: number;
  /** The latest change among them; null if unknown. */
  changedAt: Date | null;
}

export interface ProductEntry {
  slug: string;
  updatedAt: Date;
  /** Files below the media folder. */
  pictures: string[];
}

/** The most pictures of a product in a sitemap. */
const picturesNamed = 10;

/** Lists all listed products in chunks of `size`, by id. Scans the table, so cache the result. */
export async function listProductChunks(db: Database, size: number): Promise<SiteMapChunk[]> {
  const rows = db
    .select({ id: products.id, updatedAt: products.updatedAt })
    .from(products)
    .where(and(...listed));
  return cutIntoChunks(db, rows.as("rows"), size);
}

/** Lists listed products from an id on, by id. */
export async function listProductEntries(db: Database, firstId: number, limit: number): Promise<ProductEntry[]> {
  return db
    .select({
      slug: sql<string>`${products.slug}`,
      updatedAt: products.updatedAt,
      pictures: sql<string[]>`coalesce((select json_agg(m.file order by pm.position)
        from product_media pm join media m on m.id = pm.media_id
        where pm.product_id = ${productId} and pm.position < ${picturesNamed}), '[]'::json)`,
    })
    .from(products)
    .where(and(...listed, gte(products.id, firstId)))
    .orderBy(asc(products.id))
    .limit(limit);
}

/** Condition: a tag is on a listed product. */
const isUsed = sql`exists (select 1 from product_tags pt join products p on p.id = pt.product_id
  where pt.tag_id = tags.id and p.status = 'publish' and p.visibility in ('visible', 'catalog'))`;

/** Lists all tags of listed products in chunks of `size`, by id. */
export async function listTagChunks(db: Database, size: number): Promise<SiteMapChunk[]> {
  const rows = db
    .select({ id: tags.id, updatedAt: sql`null::timestamptz`.as("updated_at") })
    .from(tags)
    .where(isUsed);
  return cutIntoChunks(db, rows.as("rows"), size);
}

/** Lists tags of listed products from an id on, by id. */
export async function listTagEntries(db: Database, firstId: number, limit: number): Promise<{ slug: string }[]> {
  return db
    .select({ slug: tags.slug })
    .from(tags)
    .where(and(isUsed, gte(tags.id, firstId)))
    .orderBy(asc(tags.id))
    .limit(limit);
}

/** Splits rows with `id` and `updated_at` into chunks of `size`, by id. */
export async function cutIntoChunks(db: Database, rows: SQLWrapper, size: number): Promise<SiteMapChunk[]> {
  const { rows: chunks } = await db.execute<{ firstId: number; changedAt: number | null }>(sql`
    select min(id)::float8 as "firstId", (extract(epoch from max(updated_at)) * 1000)::float8 as "changedAt"
    from (select id, updated_at, (row_number() over (order by id) - 1) / ${size}::int as chunk from ${rows}) as numbered
    group by chunk order by chunk`);
  return chunks.map(({ firstId, changedAt }) => ({
    firstId,
    changedAt: changedAt === null ? null : new Date(changedAt),
  }));
}
