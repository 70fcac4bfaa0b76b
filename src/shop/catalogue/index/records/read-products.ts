import type { Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import type { IndexState } from "../build-index.ts";
import { toEntry } from "./listing-entry.ts";
import { listEntryRecords, type ShopAttribute } from "./listing-records.ts";

/** Products read at once after a restart. */
const missedBatchSize = 500;

/** Returns the id in a tag of a product; undefined for other tags. */
export function idIn(tag: Tag): number | undefined {
  return tag.startsWith("product:") ? Number(tag.slice("product:".length)) : undefined;
}

/** Reads the entries of products. @returns also the ids of those that listings and searches do not show */
export async function readProducts(db: Database, ids: readonly number[], attributes: readonly ShopAttribute[]) {
  const records = ids.length > 0 ? await listEntryRecords(db, ids, attributes) : [];
  const found = new Set(records.map(({ self }) => self.id));
  return { entries: records.map(toEntry), gone: ids.filter((id) => !found.has(id)) };
}

/**
 * Brings a saved state up to date with the products among the changes since. No reader may use it meanwhile.
 * @returns the other changes
 */
export async function readMissed(
  db: Database,
  { products, attributes, pricing }: IndexState,
  changed: readonly Tag[],
  now: Date,
): Promise<Tag[]> {
  const ids = [...new Set(changed.flatMap((tag) => idIn(tag) ?? []))];
  for (let from = 0; from < ids.length; from += missedBatchSize) {
    const batch = ids.slice(from, from + missedBatchSize);
    const { entries, gone } = await readProducts(db, batch, attributes);
    products.update(entries, gone, { now, show: pricing.show });
  }
  return changed.filter((tag) => idIn(tag) === undefined);
}
