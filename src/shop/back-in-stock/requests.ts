import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { listStockOf, type StockOf } from "./stock-of.ts";

/** A request to be answered now. */
export interface DueRequest {
  id: number;
  /** An email address, or a phone number in international form. */
  contact: string;
  /** When it was made; a repeated one is another request. */
  requestedAt: Date;
}

/** How long (days) a request is kept. */
const requestDays = 365;

/** Lists requested products that are in stock again. */
export function listReturned(db: Database): Promise<StockOf[]> {
  const waiting = listStockOf(db, sql`exists (select 1 from back_in_stock_requests r where r.product_id = p.id)`);
  return waiting.then((products) => products.filter(({ isInStock }) => isInStock));
}

/**
 * Deletes and returns at most `limit` requests for a product, oldest first. Call it in the transaction that queues the
 * answers; concurrent callers get different requests.
 */
export async function takeRequests(db: Database, productId: number, limit: number): Promise<DueRequest[]> {
  const { rows } = await db.execute<{ id: number; contact: string; created_at: string }>(sql`
    delete from back_in_stock_requests where id in (
      select id from back_in_stock_requests where product_id = ${productId}
      order by id limit ${limit} for update skip locked)
    returning id, contact, created_at`);
  return rows.map(({ id, contact, created_at }) => ({ id, contact, requestedAt: new Date(created_at) }));
}

/** Deletes at most `limit` expired requests. @returns the number deleted */
export async function deleteOldRequests(db: Database, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - requestDays * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`delete from back_in_stock_requests where id in (
    select id from back_in_stock_requests where created_at < ${before}::timestamptz limit ${limit})`);
  return rowCount ?? 0;
}
