import type { Cart } from "../../cart/cart.ts";
import type { Handover } from "./checkout.rules.ts";

/** How what is in a cart comes to its buyer. */
export function handoverOf({ delivery, shipping }: Pick<Cart, "delivery" | "shipping">): Handover {
  if (delivery === null) return "download";
  return shipping?.isPickup ? "pickup" : "courier";
}

/** Whether a cart can be brought as it stands, for the total that it shows: "open" until more of the place is told. */
export type Reach = "sure" | "open" | "nowhere";

export function reachOf({ delivery, shipping, destination, mayCostMore }: Omit<Cart, "lines">): Reach {
  if (delivery === null || shipping !== null) return mayCostMore ? "open" : "sure";
  const isUntold = destination.city === "" && destination.state === "";
  return isUntold && delivery.isElsewhere && delivery.offeredFrom === null ? "open" : "nowhere";
}
