import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { indexNextProducts } from "#shop/catalogue/index-products.ts";

/** Products written in one transaction: short locks, however many there are. */
const batch = 500;

/** Job `index-products`: after a change that concerns all products, makes what the search reads of them anew. Safe to run twice. */
export function indexAllProducts({ db }: { db: Database }): Task {
  return async () => {
    let last: number | undefined = 0;
    while (last !== undefined) last = await indexNextProducts(db, last, batch);
  };
}
