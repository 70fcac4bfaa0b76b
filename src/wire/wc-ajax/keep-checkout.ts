import { shopCalls } from "#http/nonce-actions.ts";
import { accountField } from "#http/refused-form.ts";
import { type CheckoutFault, type CheckoutForm, longest } from "#shop/orders/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import { keepRefusedCheckout } from "#shop/orders/refused-checkouts.ts";
import { checkoutFormOf } from "./checkout-fields.ts";
import type { Call } from "./entrance.ts";
import { cut, idOf, longestKept, textOf } from "./fields.ts";
import { mayKeep } from "./may-keep.ts";

/** A note may be this long (in characters): who wrote a little too much shortens it, and loses nothing. */
const longestNote = 2 * longest.note;

/** Whether what was typed at the checkout may be kept for who sent it. */
export async function mayKeepCheckout(call: Call): Promise<boolean> {
  return mayKeep(call, shopCalls.checkout);
}

/**
 * Keeps what was typed at the checkout, and what is wrong with it, for the page as it is read next; nothing for a browser that
 * was given no such page.
 */
export async function keepCheckout(call: Call, faults: readonly CheckoutFault[]): Promise<void> {
  if (!(await mayKeepCheckout(call))) return;
  const { db, visitors, request, reply, fields } = call;
  const { id, user } = await visitors.keep(request, reply);
  const paymentMethodId = cut(textOf(fields, "payment_method"), longestKept);
  const typedBy = idOf(fields, accountField) ?? user?.id ?? null;
  await keepRefusedCheckout(db, id, { form: cutForm(checkoutFormOf(fields)), faults, paymentMethodId, typedBy });
}

function cutForm({ billing, shipping, note }: CheckoutForm): CheckoutForm {
  return { billing: cutAddress(billing), shipping: shipping && cutAddress(shipping), note: cut(note, longestNote) };
}

function cutAddress(address: Address): Address {
  const entries = Object.entries<string>({ ...address }).map(
    ([field, value]) => [field, cut(value, longestKept)] as const,
  );
  return Object.fromEntries(entries) as unknown as Address;
}
