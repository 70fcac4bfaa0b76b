import type { Task } from "graphile-worker";
import { inTransaction } from "#db/transaction.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { takeReviewRequests } from "#shop/marketing/review-requests.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { reviewRequestMail } from "../emails/marketing-mails.tsx";
import { contextOf, type MarketingDependencies } from "./mail-context.ts";

/** Orders per transaction, to keep locks short. */
const batch = 100;

/**
 * Job `review-requests`, every hour: asks buyers to review what they received, if the setting says so. Safe to run twice: a
 * request is recorded in the transaction that writes its mail.
 */
export function reviewRequests(dependencies: MarketingDependencies): Task {
  const { db, clock } = dependencies;
  return async () => {
    const settings = await getSettings(db);
    const writeBatch = () =>
      inTransaction(db, async (db) => {
        const { requests, isMore } = await takeReviewRequests(db, settings, clock.now(), batch);
        const context = contextOf(dependencies, settings);
        const mails = requests.map((request) => reviewRequestMail(request, context));
        await putIntoOutbox(db, mails, clock.now());
        return isMore;
      });
    while (settings.review_requests === "yes" && (await writeBatch()));
  };
}
