import type { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { writeCsv } from "./write-csv.ts";

/** How often a product was wished for, and what came of it. Variations count for their product. */
export interface WishedCount {
  productId: number;
  name: string;
  sku: string;
  /** Accounts and guests who ever wished for it. */
  owners: number;
  /** Those of them who have it in a list now. */
  waiting: number;
  /** Those with an account: only their orders are known. */
  accounts: number;
  /** Accounts that ordered it after they wished for it, without cancelled, failed and refunded orders. */
  buyers: number;
}

export interface WishedReport {
  /** Wishes since then. */
  since: Date | undefined;
  limit: number;
}

/** Lists the most wished products; orders are looked up for these alone. */
export async function listMostWished(db: Database, { since, limit }: WishedReport): Promise<WishedCount[]> {
  const { rows } = await db.execute<WishedCount & Record<string, unknown>>(sql`
    with wishes as (
      select w.owner_id, coalesce(p.parent_id, p.id) as product_id, min(w.wished_at) as wished_at
      from wishlist_wishes w join products p on p.id = w.product_id
      where w.wished_at >= ${(since ?? new Date(0)).toISOString()}::timestamptz group by 1, 2),
    top as (select product_id, count(*) as owners from wishes group by 1 order by 2 desc, 1 limit ${limit})
    select p.id::float8 as "productId", p.name, coalesce(p.sku, '') as sku, top.owners::int,
      count(*) filter (where exists (select from wishlists l join wishlist_items i on i.wishlist_id = l.id
        join products wished on wished.id = i.product_id
        where l.owner_id = w.owner_id and coalesce(wished.parent_id, wished.id) = p.id))::int as waiting,
      count(o.user_id)::int as accounts,
      count(*) filter (where exists (select from orders r join order_lines line on line.order_id = r.id
        where r.user_id = o.user_id and line.product_id = p.id and r.created_at >= w.wished_at
          and r.status not in ('cancelled', 'failed', 'refunded')))::int as buyers
    from top join products p on p.id = top.product_id join wishes w on w.product_id = top.product_id
      join wishlist_owners o on o.id = w.owner_id
    group by p.id, top.owners order by top.owners desc, p.id`);
  return rows;
}

/** Returns how many percent of the accounts that wished for a product ordered it; null without accounts. */
export function conversionOf({ accounts, buyers }: WishedCount): number | null {
  return accounts === 0 ? null : Math.round((100 * buyers) / accounts);
}

const headings = ["ID", "SKU", "Name", "Wished by", "In lists now", "Accounts", "Ordered later", "Conversion %"];

/** Exports the most wished products as CSV. @returns their number */
export async function exportMostWished(db: Database, report: WishedReport, target: Writable): Promise<number> {
  let count = 0;
  await writeCsv(db, target, headings, async function* (db) {
    for (const wished of await listMostWished(db, report)) {
      count += 1;
      const { productId, sku, name, owners, waiting, accounts, buyers } = wished;
      yield [productId, sku, name, owners, waiting, accounts, buyers, conversionOf(wished) ?? ""];
    }
  });
  return count;
}
