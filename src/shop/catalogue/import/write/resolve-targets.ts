import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Batch } from "../import-batch.ts";
import { largestPreservedId } from "../read/import-plan.ts";
import { type ProductRef, type ProductRow, variationName } from "../read/product-row.ts";
import { findProductsByName, findProductsByRef, findVariations, type KnownProduct } from "./find-products.ts";

/** The product that a row becomes. */
export interface Target {
  id: number;
  /** The shop's existing product. */
  existing?: KnownProduct;
  /** A variation's product. */
  parent?: Parent;
}

export interface Parent {
  id: number;
  /** The shop's product, if the file does not contain it. */
  known?: KnownProduct;
}

type Found = Awaited<ReturnType<typeof findProductsByRef>>;

/**
 * Finds the product of each row of a batch, by SKU, then ID, then name; new products keep their ID if it is free.
 * Refuses rows without a place. `written` has what this import wrote before, `refs` every ID and SKU of the file.
 */
export async function resolveTargets(
  db: Database,
  batch: Batch,
  { written, refs }: { written: ReadonlyMap<ProductRef, number>; refs: ReadonlySet<string> },
): Promise<Map<ProductRow, Target>> {
  const rows = batch.rows();
  const found = await findProductsByRef(db, rows.flatMap(refsOf));
  const nameless = await findUnmarked(db, batch, found, { written, refs });
  const targets = new Map<ProductRow, Target>();
  const taken = new Set<number>();
  for (const row of batch.rows()) {
    const existing = existingOf(row, found) ?? nameless.get(row);
    if (existing && taken.has(existing.id)) batch.refuse(row, ["it is the same product as an earlier row"]);
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

/** Returns the references by which other rows may mean this one. */
export function ownRefs(row: ProductRow): ProductRef[] {
  return [...(row.sku ? [`sku:${row.sku}` as const] : []), ...(row.sourceId ? [`id:${row.sourceId}` as const] : [])];
}

/** Returns whether a row is a variation; undefined if the file does not say. */
function isVariation(row: ProductRow): boolean | undefined {
  return row.values.type === undefined ? (row.parent ? true : undefined) : row.values.type === "variation";
}

function existingOf(row: ProductRow, found: Found): KnownProduct | undefined {
  const bySku = row.sku ? found.get(`sku:${row.sku}`)?.product : undefined;
  if (bySku) return bySku;
  const byId = row.sourceId ? found.get(`id:${row.sourceId}`)?.product : undefined;
  return byId && isSame(row, byId) ? byId : undefined;
}

/** Returns whether a product with a row's ID is that row's product, not one of another shop with the same ID. */
function isSame(row: ProductRow, known: KnownProduct): boolean {
  const kind = isVariation(row);
  if (kind !== undefined && kind !== (known.type === "variation")) return false;
  // A file without SKUs is no other shop's export, so its IDs count.
  const hasSku = "sku" in row.values;
  return !hasSku || row.sku === known.sku || row.values.name?.toLowerCase() === known.name.toLowerCase();
}

/** Matches rows with neither ID nor SKU: products by name, variations by product and name. */
async function findUnmarked(
  db: Database,
  batch: Batch,
  found: Found,
  { written, refs }: { written: ReadonlyMap<ProductRef, number>; refs: ReadonlySet<string> },
): Promise<Map<ProductRow, KnownProduct>> {
  const unmarked = batch.rows().filter((row) => ownRefs(row).length === 0);
  if (unmarked.length === 0) return new Map();
  const named = await findProductsByName(
    db,
    unmarked.filter((row) => !isVariation(row)).map(({ values }) => values.name ?? ""),
  );
  const productOf = new Map(
    unmarked.filter(isVariation).map((row) => [row, parentOf(row, batch, found, written, named)]),
  );
  const variations = await findVariations(
    db,
    [...productOf.values()].map(({ id }) => id),
  );
  const matches = new Map<ProductRow, KnownProduct>();
  // A product that another row means by ID is that row's.
  const isFree = ({ id }: KnownProduct) => !refs.has(`id:${id}`);
  const names = new Set<string>();
  for (const row of unmarked) {
    const product = productOf.get(row);
    const name = product ? row.values.name || variationName(row, product.name) : row.values.name;
    const known = product
      ? variations.find((one) => one.parentId === product.id && one.name === name && !one.sku && isFree(one))
      : named.find((one) => one.name === name && isFree(one));
    if (known) matches.set(row, known);
    const key = JSON.stringify([batch.rootOf(row)?.line ?? row.parent, name]);
    if (product && names.has(key))
      batch.refuse(row, ["it cannot be told apart from an earlier row: add an ID or a SKU"]);
    names.add(key);
  }
  return matches;
}

/** Returns the product of a variation without ID and SKU; id 0 if it is new. */
function parentOf(
  row: ProductRow,
  batch: Batch,
  found: Found,
  written: ReadonlyMap<ProductRef, number>,
  named: readonly KnownProduct[],
): { id: number; name: string } {
  const root = batch.rootOf(row);
  const ref = root ? ownRefs(root)[0] : row.parent;
  const known = (ref && found.get(ref)?.product) ?? named.find(({ name }) => root && name === root.values.name);
  const id = (ref && written.get(ref)) ?? known?.id ?? 0;
  return { id, name: root?.values.name ?? known?.name ?? "" };
}

/** Assigns ids: a new product keeps the file's ID if it is free, else gets the next of the sequence. */
async function giveIds(db: Database, batch: Batch, targets: ReadonlyMap<ProductRow, Target>): Promise<void> {
  const fresh = [...targets].filter(([, target]) => target.id === 0);
  if (fresh.length === 0) return;
  const wanted = fresh.map(([row]) => row.sourceId ?? 0).filter((id) => id > 0 && id <= largestPreservedId);
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
