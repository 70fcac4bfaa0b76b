import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { afterCommit } from "./transaction.ts";

/** The LISTEN/NOTIFY channel on which processes tell each other that what pages show has changed. */
export const changesChannel = "chowk_changes";

/**
 * What a page was made from: `product:12`, `category:3`, `article:7`, and the groups `products` (every listing),
 * `articles`, `menus`, `settings`.
 */
export type Tag =
  | `product:${number}`
  | `category:${number}`
  | `article:${number}`
  | "products"
  | "categories"
  | "articles"
  | "menus"
  | "settings";

type Listener = (tags: readonly Tag[]) => void;

const listeners = new Set<Listener>();

/** Has `listener` called in this process after each commit that announced a change, before the change's verb returns. */
export function onLocalChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Payloads of NOTIFY are bounded (8,000 bytes); beyond this many tags the whole cache is named instead. */
const mostTags = 200;

const hasSharedCache = sql`exists (select 1 from settings where key = 'shared_cache_purge_url' and value <> '""')`;

/**
 * Announces that what pages show of these things changes with the transaction behind `db`: other processes hear it at the
 * commit, this one has purged before the verb returns; a cache in front of the shop is told by a job. Call it only when a
 * page would look different, never for a cart.
 */
export async function announceChange(db: Database, tags: readonly Tag[]): Promise<void> {
  if (tags.length === 0) return;
  const isMany = tags.length > mostTags;
  const changed: readonly Tag[] = isMany ? ["settings"] : tags;
  await db.execute(sql`select pg_notify(${changesChannel}, ${isMany ? "*" : tags.join(" ")}),
    case when ${hasSharedCache} then (graphile_worker.add_job('purge-shared-cache',
      payload => ${JSON.stringify({ tags: changed })}::json, queue_name => 'shared-cache')).id end`);
  afterCommit(db, () => {
    for (const listener of listeners) listener(changed);
  });
}
