import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { executeNamed } from "./prepared.ts";
import { afterCommit } from "./transaction.ts";

/** The NOTIFY channel that tells processes to read the change log; the payload is the writer's `processId`. */
export const changesChannel = "chowk_changes";

/** Identifies this process in its notifications, so that it ignores its own. */
export const processId = randomBytes(6).toString("base64url");

/**
 * A name for data, used to find the cached values and pages made from it. `product:12` covers everything that shows this product,
 * `products` everything that selects, sorts or counts products (listings, counts, bestsellers, feeds, sitemaps). Announce both if a
 * change of a product may matter to a listing: `products` alone keeps the product's page, card and cart data. `stock:12` covers only the
 * limits that the product's own page and form tell of its variations.
 */
export type Tag =
  | `product:${number}`
  | `stock:${number}`
  | `category:${number}`
  | `article:${number}`
  | `topic:${number}`
  | `author:${number}`
  | `month:${number}`
  | "products"
  | "categories"
  | "articles"
  | "moved-addresses"
  | "menus"
  | "synonyms"
  | "contact-forms"
  | "settings";

/** @param xid the id of the transaction that made the change, as stored in the log */
type Listener = (tags: readonly Tag[], xid: string) => void;

const listeners = new Set<Listener>();

/**
 * Calls `listener` in this process after each commit that announced a change, before the verb that made it returns.
 * @returns a function that removes the listener
 */
export function onLocalChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tags per row of the log, and per purge of a shared cache (a header of about 3 kB). */
const tagsPerRow = 200;

const hasSharedCache = sql`exists (select 1 from settings where key = 'shared_cache_purge_url' and value <> '""')`;

/** The result of `announcing`, which `applyAnnounced` needs. */
export interface Announced {
  tags: Tag[];
  /** null: nothing was announced. */
  xid: string | null;
}

/**
 * SQL of CTEs that announce the tags that `tags` selects (columns tag and place, from 1), for a statement that makes the change. It
 * must read the columns of `announced`, one row, and pass them to `applyAnnounced`.
 */
export function announcing(tags: SQL): SQL {
  return sql`slices as materialized (
      select array_agg(tag order by place) as tags from (${tags}) t (tag, place)
      group by (place - 1) / ${tagsPerRow}::int order by min(place)),
    logged as (insert into changes (tags) select tags from slices),
    purges as materialized (
      select graphile_worker.add_job('purge-shared-cache', json_build_object('tags', tags), 'shared-cache')
      from slices where ${hasSharedCache}),
    announced as materialized (
      select (select array_agg(tag) from slices, unnest(slices.tags) tag) as tags,
        case when exists (select from slices) then pg_current_xact_id()::text end as xid,
        case when exists (select from slices) then pg_notify(${changesChannel}, ${processId}) end,
        (select count(*) from purges))`;
}

/** Purges this process's caches after the commit of the transaction behind `db`, in which `announcing` ran. */
export function applyAnnounced(db: Database, { tags, xid }: Announced): void {
  if (xid === null) return;
  afterCommit(db, () => {
    for (const listener of listeners) listener(tags, xid);
  });
}

/**
 * Announces a change of these tags, in the transaction behind `db`. After the commit, this process's caches are purged
 * before the verb returns, other processes read the change log, and a job purges a shared cache. Call it only if a page
 * would look different, never for a cart.
 */
export async function announceChange(db: Database, tags: readonly Tag[]): Promise<void> {
  if (tags.length === 0) return;
  const given = sql`select tag, place from jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb) with ordinality as t (tag, place)`;
  const statement = sql`with ${announcing(given)} select tags, xid from announced`;
  const { rows } = await executeNamed<Announced & Record<string, unknown>>(db, "announce_change", statement);
  for (const announced of rows) applyAnnounced(db, announced);
}
