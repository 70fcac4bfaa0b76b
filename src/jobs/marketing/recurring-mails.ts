import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { type MailToSend, putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { takeCartReminders } from "#shop/marketing/cart-reminders.ts";
import { takeReviewRequests } from "#shop/marketing/review-requests.ts";
import { takeWinBacks } from "#shop/marketing/win-backs.ts";
import { getTaxedSettings } from "#shop/taxes/tax-rates.ts";
import type { TaxedSettings } from "#shop/taxes/tax-terms.rules.ts";
import { cartReminderMail, reviewRequestMail, winBackMail } from "../emails/marketing-mails.tsx";
import type { MailContext } from "../emails/order-mails.tsx";
import { contextOf, type MarketingDependencies } from "./mail-context.ts";

/** Mails per transaction, to keep locks short. */
const batch = 100;

/** Job `review-requests`, every hour: asks buyers to review what they received. */
export function reviewRequests(dependencies: MarketingDependencies): Task {
  return whileOn(dependencies, "review_requests", async (db, settings, now, context) => {
    const { requests, isMore } = await takeReviewRequests(db, settings, now, batch);
    return { mails: requests.map((request) => reviewRequestMail(request, context)), isMore };
  });
}

/** Job `cart-reminders`, every ten minutes: reminds those who agreed to it of carts that they did not order. */
export function cartReminders(dependencies: MarketingDependencies): Task {
  return whileOn(dependencies, "cart_reminders", async (db, settings, now, context) => {
    const { reminders, isMore } = await takeCartReminders(db, settings, now, batch);
    return { mails: reminders.map((reminder) => cartReminderMail(reminder, context)), isMore };
  });
}

/** Job `win-backs`, every day: mails subscribers of the newsletter who have not ordered for a while. */
export function winBacks(dependencies: MarketingDependencies): Task {
  return whileOn(dependencies, "win_backs", async (db, settings, now, context) => {
    const { winBacks, isMore } = await takeWinBacks(db, settings, now, batch);
    return { mails: winBacks.map((winBack) => winBackMail(winBack, context)), isMore };
  });
}

/** Records due mails as sent and renders them. */
type WriteBatch = (
  db: Database,
  settings: TaxedSettings,
  now: Date,
  context: MailContext,
) => Promise<{ mails: MailToSend[]; isMore: boolean }>;

/** Returns a job that writes mails if its setting says so. Safe to run twice: a mail is recorded in the transaction that writes it. */
function whileOn(
  dependencies: MarketingDependencies,
  setting: "review_requests" | "cart_reminders" | "win_backs",
  write: WriteBatch,
): Task {
  const { db, clock } = dependencies;
  return async () => {
    const settings = await getTaxedSettings(db);
    const writeBatch = () =>
      inTransaction(db, async (db) => {
        const { mails, isMore } = await write(db, settings, clock.now(), contextOf(dependencies, settings));
        await putIntoOutbox(db, mails, clock.now());
        return isMore;
      });
    while (settings[setting] === "yes" && (await writeBatch()));
  };
}
