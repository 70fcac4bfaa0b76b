import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { takeWaitingMails } from "#shop/reviews/moderation/waiting-mails.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { renderAnswerMail, renderReviewsMail } from "./emails/review-mails.tsx";

export interface ReviewMailsDependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

/** Reviews in one mail to the shop. */
const batch = 100;

/**
 * Job `review-mails`, every five minutes: mails the shop what was posted since, all in one mail, and authors the shop's
 * answers. Safe to run twice: what was told is recorded in the transaction that writes the mails.
 */
export function reviewMails({ db, clock, linkOrigin }: ReviewMailsDependencies): Task {
  const writeBatch = () =>
    inTransaction(db, async (db) => {
      const { reviews, answers, isMore } = await takeWaitingMails(db, batch);
      const settings = await getSettings(db);
      const context = { settings, t: translator(settings.language), origin: linkOrigin() };
      const toShop = reviews.length > 0 ? [renderReviewsMail(reviews, context)] : [];
      const toAuthors = answers.map((answer) => renderAnswerMail(answer, context));
      await putIntoOutbox(db, [...toShop, ...toAuthors], clock.now());
      return isMore;
    });
  return async () => {
    while (await writeBatch());
  };
}
