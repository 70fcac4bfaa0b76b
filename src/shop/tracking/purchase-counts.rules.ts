import type { OrderStatus } from "../orders/order.ts";

/** What decides whether an order counts as a purchase. */
export interface CountedOrder {
  status: OrderStatus;
  /** Why it waits for the shop's confirmation; null: it does not. */
  heldFor: string | null;
  /** Whether it is paid on delivery. */
  isCollected: boolean;
}

/**
 * Returns whether networks are told of an order as a purchase now. One that waits for the shop's confirmation counts once it is
 * confirmed; one that is paid on delivery, by setting, once it is completed.
 */
export function countsAsPurchase(
  { status, heldFor, isCollected }: CountedOrder,
  { purchase_counts_on: moment }: { purchase_counts_on: "order" | "delivery" },
): boolean {
  if (status === "completed") return true;
  if (heldFor !== null || !["processing", "on-hold"].includes(status)) return false;
  return !(isCollected && moment === "delivery");
}
