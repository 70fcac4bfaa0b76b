import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { rankSoldProducts } from "#shop/catalogue/index-products.ts";

/** Job `rank-sold-products`, every hour: of products that a search finds alike, the best sold stand first. Safe to run twice. */
export function rankSold({ db }: { db: Database }): Task {
  return () => rankSoldProducts(db);
}
