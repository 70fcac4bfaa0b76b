import type { RefusedCheckout } from "#shop/orders/checkout.ts";
import type { Address } from "#shop/orders/order.ts";

/** Together they are one place: halves of two addresses are none. */
const placeFields = ["address1", "address2", "city", "state", "postcode"] as const satisfies readonly (keyof Address)[];

/** What a guest has typed, completed by what his account knows now that he has signed in. */
export function completedAddress({ form }: RefusedCheckout, known: Partial<Address>): Partial<Address> {
  const { billing } = form;
  const hasPlace = placeFields.some((field) => billing[field] !== "");
  const missing = (Object.keys(billing) as (keyof Address)[]).filter(
    (field) => billing[field] === "" && !(hasPlace && (placeFields as readonly string[]).includes(field)),
  );
  return { ...billing, ...Object.fromEntries(missing.map((field) => [field, known[field] ?? ""])) };
}
