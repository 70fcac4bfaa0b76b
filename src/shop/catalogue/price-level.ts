import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import type { Amount } from "#platform/money.ts";

/** Products and variations that the price level is taken from: the newest ones, to bound the work. */
const sample = 2000;

/** Returns the price that nine of ten published products and variations do not exceed, in minor units; 0 without prices. */
export async function getPriceLevel(db: Database): Promise<Amount> {
  const { rows } = await executeNamed<{ level: number | null }>(
    db,
    "price_level",
    sql`select percentile_disc(0.9) within group (order by regular_price) as level from (
      select regular_price from products where status = 'publish' and regular_price > 0 order by id desc limit ${sample}
    ) newest`,
  );
  return Number(rows[0]?.level ?? 0);
}
