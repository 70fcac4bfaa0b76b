import { sql } from "drizzle-orm";
import { type ChangeCursor, readChanges } from "#db/change-log.ts";
import type { Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import type { IndexSources, IndexState } from "./build-index.ts";
import { fromSnapshot, toSnapshot } from "./index-snapshot.ts";
import { listAttributes } from "./listing-records.ts";
import { readSnapshot, UnusableSnapshot, writeSnapshot } from "./snapshot-file.ts";

export interface SnapshotOptions {
  /** Path of the file. Losing it costs only time. */
  file: string;
  /** Whether this process writes the file; all read it. */
  isWriter: boolean;
}

/** An index from a file, with what has changed since it was written. */
export interface SavedIndex {
  state: IndexState;
  /** The settings that its prices were computed by; its state has those of now. */
  pricedBy: string;
  changed: Tag[];
}

/**
 * Reads the index from its file, and what changed since from the change log.
 * @throws UnusableSnapshot when there is none that fits this version and database, or the log does not reach back to it
 */
export async function loadIndex({ db, readPricing }: IndexSources, { file }: SnapshotOptions): Promise<SavedIndex> {
  const [snapshot, schema, attributes, pricing] = await Promise.all([
    readSnapshot(file),
    readSchema(db),
    listAttributes(db),
    readPricing(),
  ]);
  const { products, about } = fromSnapshot(snapshot);
  if (about.schema !== schema) throw new UnusableSnapshot("another version of the shop");
  const changed: Tag[] = [];
  for (let [cursor, isMore] = [about.cursor, true]; isMore; ) {
    const slice = await readChanges(db, cursor, 1_000);
    if (!slice) throw new UnusableSnapshot("the change log does not reach back to it, or is another database's");
    for (const { tags } of slice.changes) changed.push(...tags);
    ({ cursor, isMore } = slice);
  }
  return { state: { products, attributes, pricing }, pricedBy: about.pricing, changed };
}

/** Names the database and the version of the tables and functions that products are read from. */
async function readSchema(db: Database): Promise<string> {
  const { rows } = await db.execute<{ schema: string }>(sql`
    select concat_ws(' ', d.oid, d.datname, (select string_agg(name, ' ' order by name) from migrations),
      (select string_agg(hash, ' ' order by name) from sql_functions)) as schema
    from pg_database d where d.datname = current_database()`);
  return rows[0]?.schema ?? "";
}

/** Writes the index to its file. It must not change before the promise resolves; abort before changing it. */
export async function saveIndex(
  db: Database,
  { products, pricing }: IndexState,
  { file }: SnapshotOptions,
  cursor: ChangeCursor,
  signal: AbortSignal,
): Promise<void> {
  const schema = await readSchema(db);
  signal.throwIfAborted();
  await writeSnapshot(file, toSnapshot(products, { cursor, schema, pricing: pricing.key }), signal);
}
