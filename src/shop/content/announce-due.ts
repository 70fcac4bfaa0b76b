import { sql } from "drizzle-orm";
import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { withGroups } from "../catalogue/products.ts";
import { listArticleTags } from "./article-tags.ts";

/** How far back (ms) the first run looks. */
const firstRunLookbackMs = 10 * 60_000;

/**
 * Announces scheduled changes since the last run: sales that start or end, and articles that are published. Each is
 * announced once, also after a downtime.
 */
export async function announceDue(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const from = await announcedUntil(db, now);
    await announceChange(db, await listDue(db, from, now.toISOString()));
    await db.execute(sql`update due_announcements set announced_until = ${now.toISOString()}::timestamptz`);
  });
}

/** Returns the time of the last run, in PostgreSQL's format, and locks it until the transaction ends. */
async function announcedUntil(db: Database, now: Date): Promise<string> {
  const first = new Date(now.getTime() - firstRunLookbackMs).toISOString();
  await db.execute(
    sql`insert into due_announcements (announced_until) values (${first}::timestamptz) on conflict do nothing`,
  );
  const { rows } = await db.execute<{ moment: string }>(
    sql`select announced_until::text as moment from due_announcements for update`,
  );
  return rows[0]?.moment ?? first;
}

/** Lists the tags of what changes after one moment and up to another. */
async function listDue(db: Database, after: string, until: string): Promise<Tag[]> {
  const from = sql`${after}::timestamptz`;
  const to = sql`${until}::timestamptz`;
  const { rows: onSale } = await db.execute<{ id: string }>(sql`
    select distinct coalesce(parent_id, id) as id from products
    where (sale_starts_at > ${from} and sale_starts_at <= ${to}) or (sale_ends_at > ${from} and sale_ends_at <= ${to})`);
  const { rows: articles } = await db.execute<{ id: number }>(sql`
    select id from articles where status = 'publish' and published_at > ${from} and published_at <= ${to}`);
  const products = await withGroups(
    db,
    onSale.map(({ id }) => Number(id)),
  );
  return [
    ...products.map((id): Tag => `product:${id}`),
    ...(products.length > 0 ? ["products" as const] : []),
    ...(await listArticleTags(
      db,
      articles.map(({ id }) => Number(id)),
    )),
  ];
}
