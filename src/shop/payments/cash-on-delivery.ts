import type { PaymentMethod } from "./payment.ts";

/**
 * Paid in cash at the door. The order is worked on at once; one with a download waits until it is paid.
 * Source: the protocol's order of statuses.
 */
export const cashOnDelivery: PaymentMethod = {
  id: "cod",
  title: "Cash on delivery",
  isPaidAtDoor: true,
  isReady: () => true,
  describe: () => "",
  begin: (order) => ({ status: order.hasDownloads ? "on-hold" : "processing", payAt: null }),
};
