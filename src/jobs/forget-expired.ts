import type { Task } from "graphile-worker";
import type pg from "pg";
import { pruneChanges } from "#db/change-log.ts";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { deleteFailedJobs } from "#platform/job-list.ts";
import { deleteExpiredAccountData } from "#shop/accounts/profile/forget-account-data.ts";
import { deleteExpiredSessions } from "#shop/accounts/sessions/sessions.ts";
import { deleteOldRequests } from "#shop/back-in-stock/requests.ts";
import { deleteOldAttempts } from "#shop/cart/cart-attempts.ts";
import { deleteSentMails, deleteUnsentMails } from "#shop/mail/mail-outbox.ts";
import { clearOldCheckoutTokens } from "#shop/orders/checkout/repeated-checkout.ts";

/** Rows deleted in one statement: short locks, whatever has piled up. */
const batch = 500;

/** How long (days) a job that failed for good is kept, to be looked at. */
const failedJobDays = 90;

/**
 * Job `forget-expired`, every hour: deletes sessions that have expired, with their carts; records of adds and of checkouts;
 * registrations, links and counts of attempts that have run out; back-in-stock requests that were answered or given up; mails
 * that could not be sent in time, and mails sent long ago; the old end of the change log; jobs that failed long ago. Safe to
 * run twice.
 */
export function forgetExpired({ db, pool, clock }: { db: Database; pool: pg.Pool; clock: Clock }): Task {
  return async () => {
    const now = clock.now();
    while ((await deleteExpiredSessions(db, now, batch)) === batch);
    while ((await deleteExpiredAccountData(db, now, batch)) === batch);
    while ((await deleteSentMails(db, now, batch)) === batch);
    while ((await deleteOldAttempts(db, now, batch)) === batch);
    while ((await clearOldCheckoutTokens(db, now, batch)) === batch);
    while ((await deleteOldRequests(db, now, batch)) === batch);
    while ((await pruneChanges(db, now, batch)) === batch);
    await deleteUnsentMails(db, now);
    await deleteFailedJobs(pool, failedJobDays);
  };
}
