import { shopCalls } from "#http/guards/nonce-actions.ts";
import { accountField } from "#http/visit/refused-form.ts";
import { type CheckoutFault, type CheckoutForm, longest } from "#shop/orders/checkout/checkout.rules.ts";
import { saveChosenMethods } from "#shop/orders/checkout/chosen-methods.ts";
import { saveCheckout } from "#shop/orders/checkout/saved-checkouts.ts";
import type { Address } from "#shop/orders/order.ts";
import { checkoutFormOf, guardFieldsOf } from "./checkout-fields.ts";
import { waysOf } from "./destination-fields.ts";
import type { Call } from "./entrance.ts";
import { cut, idOf, longestKept } from "./fields.ts";
import { mayKeep } from "./may-keep.ts";

/** A note may be this long (in characters): who wrote a little too much shortens it, and loses nothing. */
const longestNote = 2 * longest.note;

/** Whether what was typed at the checkout may be kept for who sent it. */
export async function mayKeepCheckout(call: Call): Promise<boolean> {
  return mayKeep(call, shopCalls.checkout);
}

/** What else is known of a form that is kept. */
interface KeptWith {
  /** After how many seconds the same form is taken. */
  unsureSeconds?: number | undefined;
  /** Whether the guard takes it for a program's: a flood of those must cost little. */
  isByProgram?: boolean;
}

/**
 * Keeps what was typed at the checkout, and what is wrong with it, for the page as it is read next; nothing for a browser that
 * was given no such page.
 */
export async function keepCheckout(
  call: Call,
  faults: readonly CheckoutFault[],
  { unsureSeconds, isByProgram = false }: KeptWith = {},
): Promise<void> {
  if (!(await mayKeepCheckout(call))) return;
  const { db, clock, visit, fields } = call;
  const { id, user } = await visit.session.keep();
  const typedBy = idOf(fields, accountField) ?? user?.id ?? null;
  const form = cutForm(await checkoutFormOf(call));
  // What somebody else typed here says nothing of this cart, and the cart does not wait for programs.
  const isWayKept = typedBy === (user?.id ?? null) && !isByProgram;
  if (isWayKept)
    await saveChosenMethods(db, { sessionId: id, form, ...waysOf(fields) }, await visit.facts(), clock.now());
  const began = cut(guardFieldsOf(fields).began, longestKept);
  await saveCheckout(db, id, { form, faults, typedBy, isWayKept, began, unsureSeconds });
}

function cutForm({ billing, shipping, note, ...rest }: CheckoutForm): CheckoutForm {
  return {
    ...rest,
    billing: cutAddress(billing),
    shipping: shipping && cutAddress(shipping),
    note: cut(note, longestNote),
  };
}

function cutAddress(address: Address): Address {
  const entries = Object.entries<string>({ ...address }).map(
    ([field, value]) => [field, cut(value, longestKept)] as const,
  );
  return Object.fromEntries(entries) as unknown as Address;
}
