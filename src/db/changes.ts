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
 * variation limits shown on the product's own page and in its form.
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

/** The result of `announcingQuietly`, which `applyAnnounced` needs. */
export interface Announced {
  tags: Tag[] | null;
  /** null: nothing was announced. */
  xid: string | null;
}

/** How often (ms) a process reads the log, and how long it waits for the answer. */
export const reading = { pollMs: 1_000, answerWithinMs: 4_000 };

/** How long (ms) after a change every process has read it or knows that it cannot, so that a shared cache can be purged for good. */
export const finalPurgeMs = reading.pollMs + reading.answerWithinMs + 1_000;

/**
 * SQL of CTEs that announce the tags that `tags` selects (column tag), for a statement that makes the change and runs often. It must
 * read the columns of `announced`, one row, and pass them to `applyAnnounced`. There is no notification, because transactions that
 * notify commit one after another (decision 0015): other processes read the change within a second. A shared cache is purged once for
 * all changes of a tag within some seconds.
 */
export function announcingQuietly(tags: SQL): SQL {
  return sql`quiet as materialized (${tags}),
    logged as (insert into changes (tags) select array_agg(tag) from quiet having count(*) > 0),
    purges as materialized (
      select graphile_worker.add_job('purge-shared-cache', json_build_object('tags', json_build_array(tag), 'isSecond', true),
        'shared-cache', now() + make_interval(secs => ${finalPurgeMs / 1000}::int), job_key => 'purge ' || tag,
        job_key_mode => 'preserve_run_at')
      from quiet where ${hasSharedCache}),
    announced as materialized (
      select (select array_agg(tag) from quiet) as tags, (select count(*) from purges),
        case when exists (select from quiet) then pg_current_xact_id()::text end as xid)`;
}

/** Purges this process's caches after the commit of the transaction behind `db`, in which `announcingQuietly` ran. */
export function applyAnnounced(db: Database, { tags, xid }: Announced): void {
  if (tags !== null && xid !== null) tellListeners(db, tags, xid);
}

function tellListeners(db: Database, tags: readonly Tag[], xid: string): void {
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
  const { rows } = await executeNamed<{ xid: string }>(
    db,
    "announce_change",
    sql`with slices as materialized (
        select array_agg(tag order by place) as tags
        from jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb) with ordinality as t (tag, place)
        group by (place - 1) / ${tagsPerRow}::int order by min(place)),
      logged as (insert into changes (tags) select tags from slices),
      purges as materialized (
        select graphile_worker.add_job('purge-shared-cache', json_build_object('tags', tags), 'shared-cache')
        from slices where ${hasSharedCache})
      select pg_current_xact_id()::text as xid, pg_notify(${changesChannel}, ${processId}), (select count(*) from purges)`,
  );
  for (const { xid } of rows) tellListeners(db, tags, xid);
}
