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
  /** The origin of the links in mails. */
  linkOrigin: () => string;
}

/** Requests answered in one transaction: short locks, however many wait. */
const batch = 200;

/**
 * Job `tell-back-in-stock`, every minute, whatever brought the stock back: mails those who wait for it; whoever left a phone
 * number is named to the shop, which calls. Safe to run twice: a request goes with its mail written.
 */
export function tellBackInStock(dependencies: BackInStockDependencies): Task {
  return async () => {
    for (const product of await listReturned(dependencies.db))
      while ((await tellSome(dependencies, product)) === batch);
  };
}

async function tellSome({ db, clock, linkOrigin }: BackInStockDependencies, product: StockOf): Promise<number> {
  return inTransaction(db, async (db) => {
    const requests = await takeRequests(db, product.id, batch);
    const settings = await getSettings(db);
    const context = { settings, t: translator(settings.language), origin: linkOrigin() };
    const mails = requests.map((request) => backInStockMail(request, product, context));
    await putIntoOutbox(db, mails, clock.now());
    return requests.length;
  });
}
