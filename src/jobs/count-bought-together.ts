import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { countBoughtTogether as count } from "#shop/orders/bought-together.ts";

/** Job `count-bought-together`, every night: counts which products were ordered together. Safe to run twice. */
export function countBoughtTogether({ db, clock }: { db: Database; clock: Clock }): Task {
  return () => count(db, clock.now());
}
