import type { OrderStatus } from "./order.ts";

/**
 * What may follow each status. An order that is open may be ended in any way; one that was cancelled or whose payment failed
 * may be taken up again; what was delivered may be found not to be yet, or be paid back; nothing follows a refund.
 */
const following: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ["processing", "on-hold", "completed", "cancelled", "failed"],
  "on-hold": ["processing", "completed", "cancelled", "failed"],
  processing: ["on-hold", "completed", "cancelled", "failed"],
  completed: ["processing", "refunded"],
  cancelled: ["processing", "on-hold"],
  failed: ["processing", "on-hold", "cancelled"],
  refunded: [],
};

/** Every status that an order can have. */
export const orderStatuses = Object.keys(following) as readonly OrderStatus[];

export function isOrderStatus(text: string): text is OrderStatus {
  return Object.hasOwn(following, text);
}

/** What an order of this status may become. */
export function statusesAfter(status: OrderStatus): readonly OrderStatus[] {
  return following[status];
}

/** Whether an order of this status has its pieces and its coupons; a cancelled or failed one has given them back. */
export function holdsGoods(status: OrderStatus): boolean {
  return status !== "cancelled" && status !== "failed";
}

/** Whether the buyer is written to when his order becomes this. */
export function isToldToBuyer(status: OrderStatus): boolean {
  return ["processing", "on-hold", "completed", "cancelled"].includes(status);
}
