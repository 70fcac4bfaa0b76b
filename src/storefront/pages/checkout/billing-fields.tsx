import type { CheckoutField } from "#shop/orders/checkout.rules.ts";
import type { BillingProps } from "./address-field.tsx";
import { WhereFields } from "./where-fields.tsx";
import { WhoFields } from "./who-fields.tsx";

/** Why something was refused, in words that name it. */
export interface CheckoutError {
  /** null: this page has no such field. */
  field: CheckoutField | null;
  message: string;
}

/** Who the order is for and where it goes. */
export function BillingFields(of: BillingProps) {
  return (
    <div className="woocommerce-billing-fields checkout-groups">
      <WhoFields of={of} />
      <WhereFields of={of} />
    </div>
  );
}
