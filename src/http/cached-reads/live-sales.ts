import type { Database } from "#db/database.ts";
import { type LiveSale, listLiveSales } from "#shop/live-sales/live-sales.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";

/** How long (ms) a list is shown: orders are not in the change log, because a busy shop has hundreds a second. */
const shownMs = 30_000;

const dayMs = 86_400_000;

/** The recent sales, and how long every visitor gets this list. */
export interface ShownSales {
  sales: readonly LiveSale[];
  /** Ms since 1970. */
  until: number;
}

/** Caches the recent sales that may be shown, for half a minute. */
export class LiveSales {
  readonly #db: Database;
  readonly #cache: Cache<number, ShownSales>;

  constructor(db: Database, freshness: Freshness) {
    this.#db = db;
    this.#cache = new Cache(freshness, { maxSize: 2, tagsOf: () => ["settings"] });
  }

  /** Returns the recent sales, newest first; none if the shop does not show them. At most one statement. */
  async list(settings: Settings, now: Date): Promise<ShownSales> {
    const turn = Math.floor(now.getTime() / shownMs);
    return this.#cache.load(turn, async () => ({
      sales: settings.live_sales === "yes" ? await listLiveSales(this.#db, requestOf(settings, now)) : [],
      until: (turn + 1) * shownMs,
    }));
  }
}

function requestOf(settings: Settings, now: Date) {
  return {
    since: new Date(now.getTime() - settings.live_sales_days * dayMs),
    withNames: settings.live_sales_names === "yes",
    leastBuyers: settings.live_sales_least_buyers,
  };
}
