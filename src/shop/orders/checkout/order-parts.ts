import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed, isOneOf, prepared } from "#db/prepared.ts";
import { orderLines } from "#db/tables/carts-and-orders.ts";
import type { CouponSum, TaxSum } from "../../cart/totals/sum-parts.rules.ts";
import type { Fee } from "../../delivery/store-delivery.rules.ts";

/** The row of an order line. */
export type LineRow = typeof orderLines.$inferSelect;

/** The parts of orders in tables of their own. */
export interface OrderParts {
  lines: readonly LineRow[];
  coupons: ReadonlyMap<number, CouponSum[]>;
  fees: ReadonlyMap<number, Fee[]>;
  taxes: ReadonlyMap<number, TaxSum[]>;
}

/** Loads the parts of orders in two statements. */
export async function listParts(db: Database, ids: readonly number[]): Promise<OrderParts> {
  // An equality instead of `any`, so that PostgreSQL can keep a plan for one row.
  const isOne = ids.length === 1;
  const statement = (what: string) => `${what}_of_${isOne ? "order" : "orders"}`;
  const lines = await prepared(db, statement("lines"), (db, name) =>
    db
      .select()
      .from(orderLines)
      .where(isOne ? eq(orderLines.orderId, sql.placeholder("id")) : isOneOf(orderLines.orderId, "ids"))
      .orderBy(asc(orderLines.orderId), asc(orderLines.position))
      .prepare(name),
  ).execute({ id: ids[0], ids });
  const isTheirs = isOne ? sql`order_id = ${ids[0]}` : sql`order_id = any(${sql.param(ids)}::bigint[])`;
  const { rows: sums } = await executeNamed<SumRow>(
    db,
    statement("sums"),
    sql`select 'coupon' as kind, order_id, position, code as label, discount as amount, frees_delivery, 0 as per_million,
        0::bigint as on_charges from order_coupons where ${isTheirs}
      union all select 'fee', order_id, position, label, amount, false, 0, 0 from order_fees where ${isTheirs}
      union all select 'tax', order_id, position, label, amount, false, per_million, on_charges from order_taxes
        where ${isTheirs}
      order by position`,
  );
  const partsOf = <Part>(kind: SumRow["kind"], toPart: (row: SumRow) => Part) =>
    byOrder(
      ids,
      sums.filter((row) => row.kind === kind),
      toPart,
    );
  return {
    lines,
    coupons: partsOf("coupon", ({ label: code, amount, frees_delivery: freesDelivery }) => ({
      code,
      amount,
      freesDelivery,
    })),
    fees: partsOf("fee", ({ label, amount }) => ({ label, amount })),
    taxes: partsOf("tax", ({ label, per_million: perMillion, amount, on_charges: onCharges }) => ({
      label,
      perMillion,
      amount,
      onCharges,
    })),
  };
}

/** A row of an order's sums; columns that its kind does not use are empty. */
interface SumRow extends Record<string, unknown> {
  kind: "coupon" | "fee" | "tax";
  order_id: number;
  label: string;
  amount: number;
  frees_delivery: boolean;
  per_million: number;
  on_charges: number;
}

/** Groups the rows by order id, in order, each converted by `toPart`. */
function byOrder<Part>(
  ids: readonly number[],
  rows: readonly SumRow[],
  toPart: (row: SumRow) => Part,
): Map<number, Part[]> {
  const parts = new Map<number, Part[]>(ids.map((id) => [id, []]));
  for (const row of rows) parts.get(row.order_id)?.push(toPart(row));
  return parts;
}
