import { type SQL, sql } from "drizzle-orm";
import { collectedMethodIds, isPaidOnDelivery } from "../../payments/payment-methods.ts";
import type { Order } from "../order.ts";

/** Returns whether an order of this status and payment may have its files; `hasAccess` decides. It spares most orders the question. */
export function mayHaveAccess({
  status,
  total,
  paymentMethod,
}: Pick<Order, "status" | "total" | "paymentMethod">): boolean {
  return status === "completed" || (status === "processing" && (total === 0 || !isPaidOnDelivery(paymentMethod.id)));
}

/**
 * SQL: whether the buyer of an order may have its files and licence keys: it is completed, or it is paid and being worked on.
 * Orders that are paid on delivery are paid when they are completed. A cancellation, a refund or an erasure ends access.
 * @param o alias of the order
 */
export function hasAccess(o: SQL): SQL {
  return sql`(${o}.anonymized_at is null and (${o}.status = 'completed' or ${o}.status = 'processing'
    and (${o}.total = 0 or ${o}.payment_method <> all(${sql.param(collectedMethodIds())}::text[]))))`;
}
