import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { cancelUnpaid } from "#shop/orders/cancel-unpaid.ts";
import { getSettings } from "#shop/settings/settings.ts";

/** Orders per query. */
const batch = 100;

/** Job `cancel-unpaid-orders`, every hour: cancels orders that were not paid by their deadline. Safe to run twice. */
export function cancelUnpaidOrders({ db, clock }: { db: Database; clock: Clock }): Task {
  return async () => {
    const settings = await getSettings(db);
    while ((await cancelUnpaid(db, settings, clock.now(), batch)) === batch);
  };
}
