import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { addUpOrderSums } from "#shop/orders/order-sums.ts";

/** Changes added up in one statement. */
const batch = 10_000;

/** Job `add-up-orders`, every ten minutes: keeps reports fast. They are right without it. Safe to run twice. */
export function addUpOrders({ db }: { db: Database }): Task {
  return async () => {
    while ((await addUpOrderSums(db, batch)) === batch);
  };
}
