import { sql } from "drizzle-orm";
import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { importedProductIds } from "#db/tables/catalogue.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Currency } from "#platform/money.ts";
import { indexProducts } from "../../index-products.ts";
import { upsertMedia } from "../../pictures/media.ts";
import type { StoredPicture } from "../../pictures/picture-file.ts";
import { withGroups } from "../../products.ts";
import type { Batch } from "../import-batch.ts";
import type { StoredVideo } from "../import-videos.ts";
import { type ProductRef, type ProductRow, pictureSources } from "../read/product-row.ts";
import { fingerprintProducts } from "./fingerprints.ts";
import { contradictionsOf, mergeProduct, type ProductRecord } from "./merge-product.ts";
import { planAttributes } from "./plan-attributes.ts";
import { ownRefs, resolveTargets, type Target } from "./resolve-targets.ts";
import { giveSlugs, upsertProducts } from "./upsert-products.ts";
import { CategoryPaths, ensureTags } from "./write-categories.ts";
import { type AwaitedLink, writeLinks } from "./write-links.ts";
import { writeParts } from "./write-parts.ts";
import { writeVideos } from "./write-videos.ts";

export interface WriteInput {
  currency: Currency;
  /** Products of this import by their references in the file. */
  written: ReadonlyMap<ProductRef, number>;
  /** Every ID and SKU in the file, as references. */
  refs: ReadonlySet<string>;
  awaited: readonly AwaitedLink[];
  pictures: ReadonlyMap<string, StoredPicture>;
  /** Videos and captions by their names in the file. */
  videos: ReadonlyMap<string, StoredVideo>;
  /** Paths below the downloads folder, or URLs, by their names in the file. */
  downloads: ReadonlyMap<string, string>;
}

export interface BatchResult {
  created: number;
  updated: number;
  unchanged: number;
  targets: ReadonlyMap<ProductRow, Target>;
  awaited: AwaitedLink[];
}

/** An advisory lock number that nothing else uses: "import" as ASCII. */
const importLock = 0x69_6d_70_6f_72_74;

/**
 * Writes the rows of a batch in one transaction: each product with everything that belongs to it, or not at all. Rows
 * that turn out to be invalid are refused in the batch. Imports write one at a time.
 */
export async function writeProducts(db: Database, batch: Batch, input: WriteInput): Promise<BatchResult> {
  return inTransaction(db, async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${importLock})`);
    const targets = await resolveTargets(db, batch, input);
    const records = mergeRows(batch, targets, input.currency);
    const attributes = await planAttributes(db, batch, targets);
    const targetsByRow = new Map(batch.rows().map((row) => [row, targets.get(row)] as const));
    const placed = new Map([...targetsByRow].filter((pair): pair is [ProductRow, Target] => pair[1] !== undefined));
    const products = [...placed.keys()].flatMap((row) => records.get(row) ?? []);
    await giveSlugs(db, products);
    const ids = productIdsOf(placed, input.awaited);
    const before = await fingerprintProducts(db, ids);
    const { changedIds, ...counts } = await upsertProducts(db, products, [...placed.keys()]);
    const mediaIds = await upsertMedia(db, picturesOf(placed, input));
    const categories = await CategoryPaths.read(db);
    const tags = await ensureTags(
      db,
      [...placed.keys()].flatMap((row) => row.tags ?? []),
    );
    await writeParts(db, placed, { categories, tags, mediaIds, attributes, downloads: input.downloads });
    await writeVideos(db, placed, input.videos, mediaIds);
    const awaited = await writeLinks(db, placed, input.written, input.awaited);
    await rememberIds(db, placed);
    const after = await fingerprintProducts(db, ids);
    const written = new Set(changedIds);
    const owners = new Set([...placed.values()].flatMap((target) => (written.has(target.id) ? ownersOf(target) : [])));
    const changed = ids.filter((id) => owners.has(id) || before.get(id)?.parts !== after.get(id)?.parts);
    await indexProducts(
      db,
      changed.filter((id) => before.get(id)?.search !== after.get(id)?.search),
    );
    await announceChange(db, changesOf(await withGroups(db, changed), categories.hasNew));
    return { ...counts, targets: placed, awaited };
  });
}

function mergeRows(
  batch: Batch,
  targets: ReadonlyMap<ProductRow, Target>,
  currency: Currency,
): Map<ProductRow, ProductRecord> {
  const records = new Map<ProductRow, ProductRecord>();
  for (const [row, { id, existing, parent }] of targets) {
    const root = batch.rootOf(row);
    const rootRecord = root && records.get(root);
    const record = mergeProduct(row, {
      id,
      existing,
      parent,
      parentName: rootRecord?.name ?? parent?.known?.name ?? "",
      order: parent ? batch.orderOf(row) + 1 : 0,
    });
    records.set(row, record);
    const parentType = rootRecord?.type ?? parent?.known?.type;
    const reasons = contradictionsOf(record, currency);
    if (parentType !== undefined && parentType !== "variable")
      reasons.push(`its product is ${parentType}, not variable`);
    if (reasons.length > 0) batch.refuse(row, reasons);
  }
  return records;
}

function picturesOf(placed: ReadonlyMap<ProductRow, Target>, input: WriteInput): StoredPicture[] {
  const sources = new Set([...placed.keys()].flatMap(pictureSources));
  return [...sources].flatMap((source) => input.pictures.get(source) ?? []);
}

/** Remembers file IDs that were replaced here, so that a repeated import finds their products. */
async function rememberIds(db: Database, placed: ReadonlyMap<ProductRow, Target>): Promise<void> {
  const others = [...placed].flatMap(([{ sourceId }, { id }]) =>
    sourceId !== null && sourceId !== id ? [{ sourceId, productId: id }] : [],
  );
  if (others.length === 0) return;
  await db.execute(sql`${insertMany(importedProductIds, others)} on conflict do nothing`);
}

function changesOf(productIds: readonly number[], hasNewCategories: boolean): Tag[] {
  if (productIds.length === 0) return [];
  const own = productIds.map((id) => `product:${id}` as const);
  return ["products", ...(hasNewCategories ? (["categories"] as const) : []), ...own];
}

/** Returns the product whose page shows a target; for a variation that moves to another product, both. */
function ownersOf({ id, existing, parent }: Target): number[] {
  return [parent?.id ?? id, ...(existing?.parentId ? [existing.parentId] : [])];
}

/** Returns the products of a batch, those whose variations are in it, and those whose links wait for one of them. */
function productIdsOf(placed: ReadonlyMap<ProductRow, Target>, awaited: readonly AwaitedLink[]): number[] {
  const own = [...placed.values()].flatMap(ownersOf);
  const here = new Set([...placed.keys()].flatMap(ownRefs));
  return [...new Set([...own, ...awaited.flatMap(({ ref, productId }) => (here.has(ref) ? productId : []))])];
}
