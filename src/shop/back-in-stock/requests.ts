import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { listStockOf, type StockOf } from "./stock-of.ts";

/** A request that is answered now. */
export interface DueRequest {
  id: number;
  /** An e-mail address, or a phone number in international form. */
  contact: string;
  /** When it was asked for; asked again, it is another request. */
  askedAt: Date;
}

/** How long (days) a request waits, and how long it is remembered that it was answered. */
const patience = 365;
const memory = 90;

/** What is in stock again and somebody waits for. */
export function listReturned(db: Database): Promise<StockOf[]> {
  const waiting = listStockOf(
    db,
    sql`exists (select 1 from back_in_stock_requests r where r.product_id = p.id and r.told_at is null)`,
  );
  return waiting.then((products) => products.filter(({ isInStock }) => isInStock));
}

/**
 * Takes at most `limit` requests for a product, the oldest first, and notes that they are answered. Call it in the
 * transaction that writes the answers: of several who take at once each gets others.
 */
export async function takeRequests(db: Database, productId: number, limit: number, now: Date): Promise<DueRequest[]> {
  const { rows } = await db.execute<{ id: number; contact: string; created_at: string }>(sql`
    update back_in_stock_requests set told_at = ${now.toISOString()}::timestamptz where id in (
      select id from back_in_stock_requests where product_id = ${productId} and told_at is null
      order by id limit ${limit} for update skip locked)
    returning id, contact, created_at`);
  return rows.map(({ id, contact, created_at }) => ({ id, contact, askedAt: new Date(created_at) }));
}

/** Deletes at most `limit` requests that were answered or given up long ago. @returns how many */
export async function deleteOldRequests(db: Database, now: Date, limit: number): Promise<number> {
  const before = (days: number) => sql`${new Date(now.getTime() - days * 86_400_000).toISOString()}::timestamptz`;
  const { rowCount } = await db.execute(sql`delete from back_in_stock_requests where id in (
    select id from back_in_stock_requests where told_at < ${before(memory)}
      or (told_at is null and created_at < ${before(patience)}) limit ${limit})`);
  return rowCount ?? 0;
}
