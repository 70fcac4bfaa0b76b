import type { CheckoutFault } from "#shop/orders/checkout.rules.ts";
import type { Refusal } from "#shop/refusal.ts";

/** The faults that a refused checkout names in its details, as `part.field` and reason. */
export function faultsOf(refusal: Refusal): CheckoutFault[] {
  if (refusal.code !== "checkout_invalid") return [];
  return Object.entries(refusal.details).map(([name, reason]) => {
    const [part, field] = name.split(".");
    return { part, field, reason } as CheckoutFault;
  });
}
