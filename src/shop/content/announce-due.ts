import { sql } from "drizzle-orm";
import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";

/** How far back (ms) is looked: a stopped shop announces on its return what fell due meanwhile within this time. */
const lookBack = 10 * 60_000;

/**
 * Announces what changes at its minute without anybody changing it: sales that begin or end and articles that appear.
 * Announcing a thing twice only renders its pages once more.
 */
export async function announceDue(db: Database, now: Date): Promise<void> {
  const from = sql`${new Date(now.getTime() - lookBack).toISOString()}::timestamptz`;
  const to = sql`${now.toISOString()}::timestamptz`;
  const { rows: products } = await db.execute<{ id: number }>(sql`
    select distinct coalesce(parent_id, id) as id from products
    where (sale_starts_at > ${from} and sale_starts_at <= ${to}) or (sale_ends_at > ${from} and sale_ends_at <= ${to})`);
  const { rows: articles } = await db.execute<{ id: number }>(sql`
    select id from articles where status = 'publish' and published_at > ${from} and published_at <= ${to}`);
  const tags: Tag[] = [
    ...products.map(({ id }): Tag => `product:${id}`),
    ...(products.length > 0 ? ["products" as const] : []),
    ...articles.map(({ id }): Tag => `article:${id}`),
    ...(articles.length > 0 ? ["articles" as const] : []),
  ];
  await announceChange(db, tags);
}
