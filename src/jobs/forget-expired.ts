import type { Task } from "graphile-worker";
import type pg from "pg";
import { assetsLock, unlessLocked } from "#db/advisory-lock.ts";
import { pruneChanges } from "#db/change-log.ts";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { deleteFailedJobs } from "#platform/jobs/job-list.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { deleteOldAssets } from "#platform/storage/published-assets.ts";
import { deleteExpiredAccountData } from "#shop/accounts/profile/forget-account-data.ts";
import { deleteExpiredSessions } from "#shop/accounts/sessions/sessions.ts";
import { deleteOldAudit } from "#shop/audit/audit-log.ts";
import { deleteOldRequests } from "#shop/back-in-stock/requests.ts";
import { deleteOldAttempts } from "#shop/cart/cart-attempts.ts";
import { deleteOldUnfinished } from "#shop/catalogue/media/unfinished-uploads.ts";
import { deleteOldEmptySearches } from "#shop/catalogue/search/empty-searches.ts";
import { deleteOldChallenges } from "#shop/contact/challenges/challenges.ts";
import { deleteUnusedFiles, sweepUploads } from "#shop/contact/files/forget-files.ts";
import { deleteOldMessages } from "#shop/contact/messages/contact-messages.ts";
import { deleteOldRelatedClicks } from "#shop/content/related/related-clicks.ts";
import { deleteOldMailFiles, deleteSentMails, deleteUnsentMails } from "#shop/mail/mail-outbox.ts";
import { deleteOldCartReminders } from "#shop/marketing/cart-reminders.ts";
import { deleteEndedWelcomeCoupons } from "#shop/marketing/welcome-coupons.ts";
import { deleteUnconfirmed } from "#shop/newsletter/subscriptions.ts";
import { anonymizeOldOrders, removeOldTraces } from "#shop/orders/anonymize-orders.ts";
import { clearOldCheckoutTokens } from "#shop/orders/checkout/repeated-checkout.ts";
import { deleteOldSpam } from "#shop/reviews/moderation/moderate-reviews.ts";
import { deleteUnusedPictures, settlePicturesLater } from "#shop/reviews/review-pictures.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { deleteOldHeldForms } from "#shop/spam/held-forms.ts";
import { deleteOldStatistics } from "#shop/statistics/statistics.ts";
import { deleteOldVisitNames } from "#shop/statistics/visit-names.ts";
import { deleteOldConversions } from "#shop/tracking/conversions.ts";
import { deleteOldEstimates } from "#shop/wishlist/request-estimate.ts";
import { deleteExpiredWishlists } from "#shop/wishlist/wishlist-owners.ts";

/** Rows deleted per statement, to keep locks short. */
const batch = 500;

/** Days for which permanently failed jobs are kept for inspection. */
const failedJobDays = 90;

export interface ForgetDependencies {
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  files: Pick<ShopFiles, "attachments" | "media" | "mail" | "assets">;
}

/**
 * Job `forget-expired`, every hour: deletes what has expired, a batch at a time. Each function says how long it keeps what.
 * Also hides pictures of reviews that are no longer public. Safe to run twice.
 */
export function forgetExpired({ db, pool, clock, files }: ForgetDependencies): Task {
  return async () => {
    const now = clock.now();
    const settings = await getSettings(db);
    while ((await deleteExpiredSessions(db, now, batch)) === batch);
    while ((await deleteExpiredAccountData(db, now, batch)) === batch);
    while ((await deleteSentMails(db, now, batch)) === batch);
    while ((await deleteOldAttempts(db, now, batch)) === batch);
    while ((await clearOldCheckoutTokens(db, now, batch)) === batch);
    while ((await removeOldTraces(db, settings, now, batch)) === batch);
    while ((await anonymizeOldOrders(db, settings, now, batch)) === batch);
    while ((await deleteOldRequests(db, now, batch)) === batch);
    while ((await deleteUnconfirmed(db, now, batch)) === batch);
    while ((await deleteEndedWelcomeCoupons(db, now, batch)) === batch);
    while ((await deleteOldCartReminders(db, now, batch)) === batch);
    while ((await deleteOldChallenges(db, now, batch)) === batch);
    while ((await deleteOldMessages(db, settings, now, batch)) === batch);
    while ((await deleteOldHeldForms(db, settings, now, batch)) === batch);
    while ((await deleteOldSpam(db, settings, now, batch)) === batch);
    while ((await deleteOldEmptySearches(db, now, batch)) === batch);
    while ((await deleteOldRelatedClicks(db, now, batch)) === batch);
    while ((await deleteExpiredWishlists(db, now, batch)) === batch);
    while ((await deleteOldEstimates(db, now, batch)) === batch);
    while ((await deleteOldAudit(db, settings, now, batch)) === batch);
    while ((await deleteOldConversions(db, settings, now, batch)) === batch);
    while ((await deleteOldStatistics(db, settings, now, batch)) === batch);
    while ((await deleteOldVisitNames(db, settings, now, batch)) === batch);
    while ((await pruneChanges(db, now, batch)) === batch);
    await deleteUnsentMails(db, now);
    await deleteOldMailFiles(files.mail, now);
    // A build that is being published may need files of an old one.
    await unlessLocked(db, assetsLock, () => deleteOldAssets(files.assets, now));
    while ((await deleteUnusedFiles(db, files.attachments, batch)) === batch);
    while ((await deleteOldUnfinished(db, files.attachments, now, batch)) === batch);
    while ((await deleteUnusedPictures(db, files, batch)) === batch);
    await settlePicturesLater(db);
    await sweepUploads(db, files.attachments, now);
    await deleteFailedJobs(pool, failedJobDays);
  };
}
