import type { Cart } from "../cart/cart.ts";
import type { Handover } from "./checkout.rules.ts";

/** How what is in a cart comes to its buyer. */
export function handoverOf({ delivery, shipping }: Pick<Cart, "delivery" | "shipping">): Handover {
  if (delivery === null) return "download";
  return shipping?.isPickup ? "pickup" : "courier";
}
