import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { findProductsByRef, findProductsBySlug, findVariations, type KnownProduct } from "./find-products.ts";
import type { Batch } from "./import-batch.ts";
import { largestKeptId } from "./import-plan.ts";
import type { ProductRef, ProductRow } from "./product-row.ts";
import { slugOf } from "./slug.ts";

/** The product that a row becomes. */
export interface Target {
  id: number;
  /** What the shop has of it already. */
  existing?: KnownProduct;
  /** A variation's product. */
  parent?: Parent;
}

export interface Parent {
  id: number;
  /** The product as the shop has it, when the file has it not. */
  known?: KnownProduct;
}

type Found = Awaited<ReturnType<typeof findProductsByRef>>;

/**
 * Finds for each row of a batch the product that it is, by SKU, then ID, then name; a new one keeps its ID where that is
 * free. Rows that cannot be placed are refused. `written` has what this import wrote before.
 */
export async function resolveTargets(
  db: Database,
  batch: Batch,
  written: ReadonlyMap<ProductRef, number>,
): Promise<Map<ProductRow, Target>> {
  const rows = batch.rows();
  const found = await findProductsByRef(db, rows.flatMap(refsOf));
  const nameless = await findUnmarked(db, batch, found, written);
  const targets = new Map<ProductRow, Target>();
  const taken = new Set<number>();
  for (const row of rows) {
    const existing = existingOf(row, found) ?? nameless.get(row);
    if (existing && taken.has(existing.id)) batch.refuse(row, ["it means the same product as a row before it"]);
    else if (existing && isVariation(row) !== undefined && isVariation(row) !== (existing.type === "variation"))
      batch.refuse(row, [
        `its ${row.sku ? "SKU" : "ID"} belongs to a ${existing.type === "variation" ? "variation" : "product"}`,
      ]);
    else targets.set(row, { id: existing?.id ?? 0, ...(existing && { existing }) });
    if (existing) taken.add(existing.id);
  }
  await giveIds(db, batch, targets);
  placeParents(batch, targets, found, written);
  return targets;
}

function refsOf(row: ProductRow): ProductRef[] {
  return [...ownRefs(row), ...(row.parent ? [row.parent] : [])];
}

/** The names under which other rows may mean this one. */
export function ownRefs(row: ProductRow): ProductRef[] {
  return [...(row.sku ? [`sku:${row.sku}` as const] : []), ...(row.sourceId ? [`id:${row.sourceId}` as const] : [])];
}

/** Whether a row is a variation; undefined when the file does not say. */
export function isVariation(row: ProductRow): boolean | undefined {
  return row.values.type === undefined ? (row.parent ? true : undefined) : row.values.type === "variation";
}

function existingOf(row: ProductRow, found: Found): KnownProduct | undefined {
  const bySku = row.sku ? found.get(`sku:${row.sku}`)?.product : undefined;
  if (bySku) return bySku;
  const byId = row.sourceId ? found.get(`id:${row.sourceId}`)?.product : undefined;
  return byId && isSame(row, byId) ? byId : undefined;
}

/** Whether a product with a row's ID is that row's product, and not one of another shop with the same number. */
function isSame(row: ProductRow, known: KnownProduct): boolean {
  const kind = isVariation(row);
  if (kind !== undefined && kind !== (known.type === "variation")) return false;
  // A file without SKUs is no other shop's export: its IDs are meant.
  const hasSku = "sku" in row.values;
  return !hasSku || row.sku === known.sku || row.values.name?.toLowerCase() === known.name.toLowerCase();
}

/** Rows with neither ID nor SKU: a product is known by its slug, a variation by its product and name. */
async function findUnmarked(
  db: Database,
  batch: Batch,
  found: Found,
  written: ReadonlyMap<ProductRef, number>,
): Promise<Map<ProductRow, KnownProduct>> {
  const unmarked = batch.rows().filter((row) => ownRefs(row).length === 0);
  if (unmarked.length === 0) return new Map();
  const slug = (row: ProductRow) => slugOf(row.values.name ?? "", "product");
  const bySlug = await findProductsBySlug(db, unmarked.filter((row) => !isVariation(row)).map(slug));
  const parentId = (row: ProductRow) => {
    const root = batch.rootOf(row);
    const ref = root ? ownRefs(root)[0] : row.parent;
    return (ref && (written.get(ref) ?? found.get(ref)?.product.id)) ?? 0;
  };
  const variations = await findVariations(db, unmarked.filter(isVariation).map(parentId));
  const matches = unmarked.map((row) => {
    const known = isVariation(row)
      ? variations.find((one) => one.parentId === parentId(row) && one.name === row.values.name)
      : bySlug.find((one) => one.slug === slug(row) && one.name === row.values.name);
    return [row, known?.sku ? undefined : known] as const;
  });
  return new Map(matches.filter((match): match is [ProductRow, KnownProduct] => match[1] !== undefined));
}

/** New products keep the file's ID where nothing here has it; the others get the next of the sequence. */
async function giveIds(db: Database, batch: Batch, targets: ReadonlyMap<ProductRow, Target>): Promise<void> {
  const fresh = [...targets].filter(([, target]) => target.id === 0);
  if (fresh.length === 0) return;
  const wanted = fresh.map(([row]) => row.sourceId ?? 0).filter((id) => id > 0 && id <= largestKeptId);
  const { rows: used } = await db.execute<{ id: number }>(sql`
    select id from products where id = any(${sql.param(wanted)}::bigint[])
    union all select id from media where id = any(${sql.param(wanted)}::bigint[])
    union all select id from articles where id = any(${sql.param(wanted)}::bigint[])`);
  const free = new Set(wanted);
  for (const { id } of used) free.delete(id);
  const without = fresh.filter(([row, target]) => {
    if (!row.sourceId || !free.has(row.sourceId)) return true;
    target.id = row.sourceId;
    return false;
  });
  const { rows: next } = await db.execute<{ id: number }>(
    sql`select nextval('content_ids') as id from generate_series(1, ${without.length})`,
  );
  for (const [index, [row, target]] of without.entries()) {
    target.id = next[index]?.id ?? 0;
    if (row.sourceId) batch.note(row, `the ID ${row.sourceId} is taken here, it became ${target.id}`);
  }
}

function placeParents(
  batch: Batch,
  targets: Map<ProductRow, Target>,
  found: Found,
  written: ReadonlyMap<ProductRef, number>,
): void {
  for (const [row, target] of targets) {
    if (!(isVariation(row) ?? target.existing?.type === "variation")) continue;
    const root = batch.rootOf(row);
    const known = row.parent ? found.get(row.parent)?.product : undefined;
    const id = root
      ? targets.get(root)?.id
      : row.parent
        ? (written.get(row.parent) ?? known?.id)
        : target.existing?.parentId;
    if (id) target.parent = { id, ...(known && !root && { known }) };
    else
      batch.refuse(row, [
        `its product ${row.parent?.replace(/^sku:/, "") ?? ""} is neither in the file nor in the shop`,
      ]);
  }
}
