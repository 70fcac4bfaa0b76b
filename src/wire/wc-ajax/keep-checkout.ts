import { accountField } from "#http/refused-form.ts";
import type { CheckoutFault } from "#shop/orders/checkout.rules.ts";
import { keepRefusedCheckout } from "#shop/orders/refused-checkouts.ts";
import { checkoutFormOf } from "./checkout-fields.ts";
import type { Call } from "./entrance.ts";
import { idOf, textOf } from "./fields.ts";

/** Keeps what was typed at the checkout, and what is wrong with it, for the page as it is read next. */
export async function keepCheckout(call: Call, faults: readonly CheckoutFault[]): Promise<void> {
  const { db, visitors, request, reply, fields } = call;
  const { id, user } = await visitors.keep(request, reply);
  const paymentMethodId = textOf(fields, "payment_method");
  const typedBy = idOf(fields, accountField) ?? user?.id ?? null;
  await keepRefusedCheckout(db, id, { form: checkoutFormOf(fields), faults, paymentMethodId, typedBy });
}
