import type { CheckoutFault } from "#shop/orders/checkout/checkout.rules.ts";
import type { Refusal } from "#shop/refusal.ts";

/** The faults that a refused checkout names in its details, as `faultDetails` writes them. */
export function faultsOf({ details }: Refusal): CheckoutFault[] {
  return Object.entries(details).flatMap(([name, reason]) => {
    const [part, field] = name.split(".");
    return field === undefined ? [] : [{ part, field, reason } as CheckoutFault];
  });
}
