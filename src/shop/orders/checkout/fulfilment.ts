import type { Cart } from "../../cart/cart.ts";
import { offeredPayments, paymentCountry } from "../../payments/payment-methods.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import type { Fulfilment } from "./checkout.rules.ts";

/** Returns how the customer receives the cart's contents. */
export function fulfilmentOf({ delivery, shipping }: Pick<Cart, "delivery" | "shipping">): Fulfilment {
  if (delivery === null) return "download";
  return shipping?.isPickup ? "pickup" : "courier";
}

/** Whether a cart can be delivered for the shown total; "open" until more of the destination is known. */
export type Deliverability = "sure" | "open" | "nowhere";

export function deliverabilityOf({
  delivery,
  shipping,
  destination,
  mayCostMore,
}: Omit<Cart, "lines">): Deliverability {
  if (delivery === null || shipping !== null) return mayCostMore ? "open" : "sure";
  const isUnknown = destination.city === "" && destination.state === "";
  return isUnknown && delivery.isElsewhere && delivery.offeredFrom === null ? "open" : "nowhere";
}

/** Returns whether a cart is free, or a payment method serves its country. */
export function canBePaid(cart: Omit<Cart, "lines">, settings: Settings): boolean {
  const isFree = cart.total === 0 && deliverabilityOf(cart) === "sure";
  return isFree || offeredPayments(settings, paymentCountry(cart)).length > 0;
}
