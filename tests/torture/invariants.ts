import type pg from "pg";
import type { Outcome } from "./buyers.ts";

/** What must all be 0. */
export interface Broken {
  /** Confirmed orders that the database does not have. */
  lost: number;
  /** Buyers with more than one order: each of them bought once. */
  doubled: number;
  /** Pieces that were sold beyond the stock, or that the stock does not account for. */
  oversold: number;
}

/** Compares what buyers were told with what is in the database. @param stock what each product had at first, by id */
export async function countBroken(
  pool: pg.Pool,
  { confirmed }: Outcome,
  stock: ReadonlyMap<number, number>,
): Promise<Broken> {
  const { rows: found } = await pool.query<{ id: number }>("select id from orders where id = any($1)", [
    [...confirmed],
  ]);
  const { rows: doubled } = await pool.query("select 1 from orders group by billing ->> 'email' having count(*) > 1");
  const { rows: sold } = await pool.query<{ id: number; left: number; sold: number }>(
    `select p.id, p.stock_quantity as left, coalesce(sum(l.stock_taken), 0)::int as sold
     from products p left join order_lines l on l.stock_product_id = p.id where p.stock_quantity is not null group by p.id`,
  );
  const oversold = sold.reduce((sum, row) => sum + Math.abs((stock.get(row.id) ?? 0) - row.sold - row.left), 0);
  const below = sold.reduce((sum, { left }) => sum + Math.max(0, -left), 0);
  return { lost: confirmed.size - found.length, doubled: doubled.length, oversold: oversold + below };
}
