import { type TaskList, Logger as WorkerLogger } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import { actAs } from "#db/actor.ts";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { startWorker } from "#platform/jobs/job-queue.ts";
import { openMailer } from "#platform/mailer.ts";
import type { Seals } from "#platform/seals.ts";
import type { Signatures } from "#platform/signatures.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import {
  accountDeletedMail,
  accountEventMail,
  emailChangeMail,
  passwordResetMail,
  registrationMail,
} from "./account-mails.ts";
import { announceDueChanges } from "./announce-due-changes.ts";
import { type BackUpDependencies, backUpTask } from "./back-up.ts";
import { contactMails } from "./contact-mails.ts";
import { countBoughtTogether } from "./count-bought-together.ts";
import { deleteMediaFiles } from "./delete-media-files.ts";
import { deliverMail } from "./deliver-mail.ts";
import { estimateMail } from "./estimate-mail.ts";
import { forgetExpired } from "./forget-expired.ts";
import { makeRenditions } from "./make-renditions.ts";
import { cartReminders, reviewRequests, winBacks } from "./marketing/recurring-mails.ts";
import { welcomeCoupon } from "./marketing/welcome-coupon.ts";
import { newsletterConfirmMail } from "./newsletter-confirm-mail.ts";
import { newsletterLinkMailJob } from "./newsletter-link-mail.ts";
import { notifyBackInStock } from "./notify-back-in-stock.ts";
import { addUpOrders } from "./orders/add-up-orders.ts";
import { cancelUnpaidOrders } from "./orders/cancel-unpaid-orders.ts";
import { claimOrdersJob } from "./orders/claim-orders.ts";
import { licencesAssigned } from "./orders/licences-assigned.ts";
import { orderLinkMail } from "./orders/order-link-mail.ts";
import { orderPlaced } from "./orders/order-placed.ts";
import { orderStatusChanged } from "./orders/order-status-changed.ts";
import { purgeSharedCache } from "./purge-shared-cache.ts";
import { relateArticles } from "./relate-articles.ts";
import { reviewMails } from "./review-mails.ts";
import { reviewPictures } from "./review-pictures.ts";
import { forgetWords, indexAllProducts, rankSold } from "./search-index.ts";
import { sendConversionsTask } from "./send-conversions.ts";
import { newsletterConnections, sendNewsletters } from "./send-newsletters.ts";
import { wishlistAlerts, wishlistConfirmMail } from "./wishlist-alerts.ts";

export interface JobsOptions extends Pick<BackUpDependencies, "backups" | "backUpBaseIfDue"> {
  pool: pg.Pool;
  db: Database;
  clock: Clock;
  log: Logger;
  files: ShopFiles;
  smtpUrl: string | null;
  mailFrom: string | null;
  /** Opens what was sealed by the server. */
  seals: Seals;
  /** Signs links in mails. */
  signatures: Signatures;
  conversionsProxy: string | null;
  /** Returns the origin of links in mails: the public one, or the listening address. */
  linkOrigin: () => string;
}

/** Schedule of the recurring jobs (minute hour day month weekday task). */
const crontab = `
* * * * * announce-due-changes
* * * * * notify-back-in-stock
* * * * * relate-articles
*/5 * * * * wishlist-alerts
*/5 * * * * review-mails
*/5 * * * * send-conversions
*/10 * * * * cart-reminders
*/10 * * * * add-up-orders
7 * * * * review-requests
17 * * * * forget-expired
27 * * * * cancel-unpaid-orders
37 * * * * rank-sold-products
47 3 * * * forget-unused-words
17 2 * * * count-bought-together
7 9 * * * win-backs
`;

/** One at a time, because a backup may take longer than the pause between two. */
const backUpLine = "*/5 * * * * back-up ?queue=back-up&jobKey=back-up\n";

/** Starts the job worker. @returns a function that stops it after the running jobs have finished */
export function startJobs(options: JobsOptions): () => Promise<void> {
  const { pool, files, smtpUrl } = options;
  const mailer = openMailer({ smtpUrl, files: files.mail });
  // Its own connections, so that single mails do not wait for newsletters.
  const newsletterMailer = openMailer({ smtpUrl, files: files.mail, connections: newsletterConnections });
  const stopWorking = startWorker({
    pool,
    crontab: options.backups || options.backUpBaseIfDue ? crontab + backUpLine : crontab,
    concurrency: 2,
    logger: workerLogger(options.log),
    tasks: asActors({
      "order-placed": orderPlaced(options),
      "order-link-mail": orderLinkMail(options),
      "order-status-changed": orderStatusChanged(options),
      "licences-assigned": licencesAssigned(options),
      "cancel-unpaid-orders": cancelUnpaidOrders(options),
      "add-up-orders": addUpOrders(options),
      "estimate-mail": estimateMail(options),
      "deliver-mail": deliverMail({ ...options, mailer }),
      "contact-mails": contactMails(options),
      "review-pictures": reviewPictures(options),
      "review-mails": reviewMails(options),
      "make-renditions": makeRenditions(options),
      "delete-media-files": deleteMediaFiles(options),
      "announce-due-changes": announceDueChanges(options),
      "notify-back-in-stock": notifyBackInStock(options),
      "wishlist-alerts": wishlistAlerts(options),
      "wishlist-confirm-mail": wishlistConfirmMail(options),
      "newsletter-confirm-mail": newsletterConfirmMail(options),
      "welcome-coupon": welcomeCoupon(options),
      "cart-reminders": cartReminders(options),
      "review-requests": reviewRequests(options),
      "win-backs": winBacks(options),
      "newsletter-link-mail": newsletterLinkMailJob(options),
      "send-newsletters": sendNewsletters({ ...options, mailer: newsletterMailer }),
      "forget-expired": forgetExpired(options),
      "forget-unused-words": forgetWords(options),
      "index-products": indexAllProducts(options),
      "relate-articles": relateArticles(options),
      "rank-sold-products": rankSold(options),
      "count-bought-together": countBoughtTogether(options),
      "claim-orders": claimOrdersJob(options),
      "registration-mail": registrationMail(options),
      "password-reset-mail": passwordResetMail(options),
      "email-change-mail": emailChangeMail(options),
      "account-mail": accountEventMail(options),
      "account-deleted-mail": accountDeletedMail(options),
      "purge-shared-cache": purgeSharedCache(options),
      "send-conversions": sendConversionsTask(options),
      "back-up": backUpTask(options),
    }),
  });
  return async () => {
    await stopWorking();
    mailer.close();
    newsletterMailer.close();
  };
}

/** Makes the audit log name each job as the actor of its changes. */
function asActors(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, helpers) => actAs({ kind: "job", name, address: "" }, async () => task?.(payload, helpers)),
    ]),
  );
}

/** Forwards the queue's messages to the shop's log; info messages at debug level. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === "error") log.error(message);
    else if (level === "warning") log.warn(message);
    else log.debug(message);
  });
}
