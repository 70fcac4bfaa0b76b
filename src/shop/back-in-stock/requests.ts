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

/** How long (days) a request waits. */
const patience = 365;

/** What is in stock again and somebody waits for. */
export function listReturned(db: Database): Promise<StockOf[]> {
  const waiting = listStockOf(db, sql`exists (select 1 from back_in_stock_requests r where r.product_id = p.id)`);
  return waiting.then((products) => products.filter(({ isInStock }) => isInStock));
}

/**
 * Takes at most `limit` requests for a product, the oldest first: they are kept no longer. Call it in the transaction that
 * writes the answers: of several who take at once each gets others.
 */
export async function takeRequests(db: Database, productId: number, limit: number): Promise<DueRequest[]> {
  const { rows } = await db.execute<{ id: number; contact: string; created_at: string }>(sql`
    delete from back_in_stock_requests where id in (
      select id from back_in_stock_requests where product_id = ${productId}
      order by id limit ${limit} for update skip locked)
    returning id, contact, created_at`);
  return rows.map(({ id, contact, created_at }) => ({ id, contact, askedAt: new Date(created_at) }));
}

/** Deletes at most `limit` requests that have waited for too long. @returns how many */
export async function deleteOldRequests(db: Database, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - patience * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`delete from back_in_stock_requests where id in (
    select id from back_in_stock_requests where created_at < ${before}::timestamptz limit ${limit})`);
  return rowCount ?? 0;
}
