import { type ReminderConsent, storeReminderConsent, withdrawReminderConsent } from "#shop/marketing/cart-reminders.ts";
import { reminderControl, reminderTextOf } from "#storefront/checkout/fragments/cart-reminder.tsx";
import type { Call } from "../entrance.ts";
import { type Fields, hasField, textOf } from "../fields.ts";

/**
 * Stores or withdraws the consent to a reminder of the cart, as the checkout form says; a tick beside an older text counts as none.
 * @param fields those of the form
 */
export async function noteReminderConsent({ db, clock, visit }: Call, fields: Fields): Promise<void> {
  const text = reminderTextOf((await visit.facts()).settings);
  const session = await visit.session.find();
  if (!text || !session || !hasField(fields, "billing_email")) return;
  const consent: ReminderConsent = {
    sessionId: session.id,
    email: textOf(fields, "billing_email"),
    text,
    ip: visit.request.ip,
  };
  if (textOf(fields, reminderControl) === text.hash) await storeReminderConsent(db, consent, clock.now());
  else await withdrawReminderConsent(db, session.id);
}
