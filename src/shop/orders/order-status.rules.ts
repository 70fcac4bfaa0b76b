import type { OrderStatus } from "./order.ts";

/**
 * The statuses that may follow each status. Open orders can be closed in any way; cancelled and failed orders can be
 * reopened; completed ones can be reopened or refunded; refunded is final.
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

/** Every order status. */
export const orderStatuses = Object.keys(following) as readonly OrderStatus[];

export function isOrderStatus(text: string): text is OrderStatus {
  return Object.hasOwn(following, text);
}

/** Returns the statuses that an order of this status can change to. */
export function statusesAfter(status: OrderStatus): readonly OrderStatus[] {
  return following[status];
}

/**
 * Returns whether an order of this status holds its stock and coupons; cancelled and failed orders have returned them.
 */
export function holdsGoods(status: OrderStatus): boolean {
  return status !== "cancelled" && status !== "failed";
}

/**
 * Returns whether an order of this status counts towards the total that its customer has spent. Source: the protocol's
 * paid statuses.
 */
export function isSpent(status: OrderStatus): boolean {
  return status === "processing" || status === "completed";
}

/** Returns whether the customer is mailed when an order gets this status. */
export function isMailedToCustomer(status: OrderStatus): boolean {
  return ["processing", "on-hold", "completed", "cancelled"].includes(status);
}
