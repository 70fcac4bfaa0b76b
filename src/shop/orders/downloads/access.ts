import { type SQL, sql } from "drizzle-orm";
import { collectedMethodIds } from "../../payments/payment-methods.ts";

/**
 * SQL: whether the buyer of an order may have its files and licence keys: it is completed, or it is paid and being worked on.
 * Orders that are paid on delivery are paid when they are completed. A cancellation, a refund or an erasure ends access.
 * @param o alias of the order
 */
export function hasAccess(o: SQL): SQL {
  return sql`(${o}.anonymized_at is null and (${o}.status = 'completed' or ${o}.status = 'processing'
    and (${o}.total = 0 or ${o}.payment_method <> all(${sql.param(collectedMethodIds())}::text[]))))`;
}
