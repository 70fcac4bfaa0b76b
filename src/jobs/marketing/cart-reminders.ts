import type { Task } from "graphile-worker";
import { inTransaction } from "#db/transaction.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { takeCartReminders } from "#shop/marketing/cart-reminders.ts";
import { getTaxedSettings } from "#shop/taxes/tax-rates.ts";
import { cartReminderMail } from "../emails/marketing-mails.tsx";
import { contextOf, type MarketingDependencies } from "./mail-context.ts";

/** Carts per transaction, to keep locks short. */
const batch = 50;

/**
 * Job `cart-reminders`, every ten minutes: reminds those who agreed to it of carts that they did not order, if the setting says so.
 * Safe to run twice: a reminder is recorded in the transaction that writes its mail.
 */
export function cartReminders(dependencies: MarketingDependencies): Task {
  const { db, clock } = dependencies;
  return async () => {
    const settings = await getTaxedSettings(db);
    const writeBatch = () =>
      inTransaction(db, async (db) => {
        const { reminders, isMore } = await takeCartReminders(db, settings, clock.now(), batch);
        const context = contextOf(dependencies, settings);
        const mails = reminders.map((reminder) => cartReminderMail(reminder, context));
        await putIntoOutbox(db, mails, clock.now());
        return isMore;
      });
    while (settings.cart_reminders === "yes" && (await writeBatch()));
  };
}
