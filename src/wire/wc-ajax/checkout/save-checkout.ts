import { checkoutForm, type GuardedCall } from "#http/guards/nonce-actions.ts";
import { accountField } from "#http/visit/refused-form.ts";
import { type CheckoutFault, type CheckoutForm, maxLengths } from "#shop/orders/checkout/checkout.rules.ts";
import { saveChosenMethods } from "#shop/orders/checkout/chosen-methods.ts";
import { saveCheckout } from "#shop/orders/checkout/saved-checkouts.ts";
import type { Address } from "#shop/orders/order.ts";
import type { Call } from "../entrance.ts";
import { cut, idOf, maxSavedLength, textOf } from "../fields.ts";
import { noteReminderConsent } from "./cart-reminder.ts";
import { checkoutFormOf, chosenMethodsOf, guardFieldsOf } from "./checkout-fields.ts";

/**
 * Returns whether a submitted form may be saved for this browser: it has a session, or the form's nonce (of any age) proves
 * that it had one. Without this check anyone could fill the database with single requests.
 */
export async function maySaveForm(call: Call, guard: GuardedCall | undefined): Promise<boolean> {
  const { nonces, visit, fields } = call;
  if (await visit.session.find()) return true;
  const former = visit.session.formerHolder(idOf(fields, accountField) ?? 0);
  return (
    guard !== undefined && former !== undefined && nonces.wasGiven(textOf(fields, guard.field), guard.action, former)
  );
}

/** Maximum length (characters) of a saved note: more than an order accepts, so that the customer can shorten it. */
const maxNoteLength = 2 * maxLengths.note;

/** Returns the same for an address field. */
function savedLengthOf(field: string): number {
  const lengths: Readonly<Record<string, number>> = maxLengths;
  return Math.min(maxSavedLength, (lengths[field] ?? 0) + 40);
}

/** Returns whether the checkout form may be saved for this browser. */
export async function maySaveCheckout(call: Call): Promise<boolean> {
  return maySaveForm(call, checkoutForm);
}

interface SaveOptions {
  /** Seconds until the same form is accepted. */
  waitSeconds?: number | undefined;
  /** Whether the bot check failed; fewer writes then, so that a flood costs little. */
  isBot?: boolean;
}

/** Saves the checkout form and its errors for the next page view. Does nothing for a browser that was not served the page. */
export async function saveRefusedCheckout(
  call: Call,
  faults: readonly CheckoutFault[],
  { waitSeconds, isBot = false }: SaveOptions = {},
): Promise<void> {
  if (!(await maySaveCheckout(call))) return;
  const { db, clock, visit, fields } = call;
  const { id, user } = await visit.session.keep();
  const typedBy = idOf(fields, accountField) ?? user?.id ?? null;
  const form = cutForm(await checkoutFormOf(call));
  // Another user's form does not apply to this cart, and a bot's is not worth the writes.
  const areMethodsSaved = typedBy === (user?.id ?? null) && !isBot;
  if (areMethodsSaved) {
    await noteReminderConsent(call, fields);
    await saveChosenMethods(db, { sessionId: id, form, ...chosenMethodsOf(fields) }, await visit.facts(), clock.now());
  }
  const began = cut(guardFieldsOf(fields).began, maxSavedLength);
  await saveCheckout(db, id, { form, faults, typedBy, areMethodsSaved, began, waitSeconds });
}

function cutForm({ billing, shipping, note, ...rest }: CheckoutForm): CheckoutForm {
  return {
    ...rest,
    billing: cutAddress(billing),
    shipping: shipping && cutAddress(shipping),
    note: cut(note, maxNoteLength),
  };
}

function cutAddress(address: Address): Address {
  const entries = Object.entries<string>({ ...address }).map(
    ([field, value]) => [field, cut(value, savedLengthOf(field))] as const,
  );
  return Object.fromEntries(entries) as unknown as Address;
}
