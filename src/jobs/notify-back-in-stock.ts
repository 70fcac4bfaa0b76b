import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { listReturned, takeRequests } from "#shop/back-in-stock/requests.ts";
import type { StockOf } from "#shop/back-in-stock/stock-of.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { backInStockMail } from "./emails/back-in-stock-mail.tsx";

interface BackInStockDependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

/** Requests per transaction, to keep locks short. */
const batch = 200;

/**
 * Job `notify-back-in-stock`, every minute: mails customers who asked for products that are in stock again; phone numbers are
 * mailed to the shop. Safe to run twice: a request is deleted in the transaction that writes its mail.
 */
export function notifyBackInStock(dependencies: BackInStockDependencies): Task {
  return async () => {
    for (const product of await listReturned(dependencies.db))
      while ((await notifyBatch(dependencies, product)) === batch);
  };
}

async function notifyBatch({ db, clock, linkOrigin }: BackInStockDependencies, product: StockOf): Promise<number> {
  return inTransaction(db, async (db) => {
    const requests = await takeRequests(db, product.id, batch);
    const settings = await getSettings(db);
    const context = { settings, t: translator(settings.language), origin: linkOrigin() };
    const mails = requests.map((request) => backInStockMail(request, product, context));
    await putIntoOutbox(db, mails, clock.now());
    return requests.length;
  });
}
