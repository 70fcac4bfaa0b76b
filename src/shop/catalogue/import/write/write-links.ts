import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { productLinks } from "#db/tables/catalogue.ts";
import { type LinkKind, linkKinds, type ProductRef, type ProductRow } from "../read/product-row.ts";
import { findProductsByRef } from "./find-products.ts";
import { ownRefs, type Target } from "./resolve-targets.ts";

/** A link to a product that is further down in the file; written together with it. */
export interface AwaitedLink {
  line: number;
  productId: number;
  kind: LinkKind;
  position: number;
  ref: ProductRef;
}

/**
 * Writes the links of a batch, and those of earlier batches that waited for its products.
 * @returns the links whose product does not exist (yet)
 */
export async function writeLinks(
  db: Database,
  targets: ReadonlyMap<ProductRow, Target>,
  written: ReadonlyMap<ProductRef, number>,
  awaited: readonly AwaitedLink[],
): Promise<AwaitedLink[]> {
  const own = [...targets].flatMap(([row, { id }]) => linksOf(row, id));
  await removeOldLinks(db, targets);
  const here = new Map([...targets].flatMap(([row, { id }]) => ownRefs(row).map((ref) => [ref, id] as const)));
  const elsewhere = own.map(({ ref }) => ref).filter((ref) => !here.has(ref) && !written.has(ref));
  const found = await findProductsByRef(db, [...new Set(elsewhere)]);
  const idOf = (ref: ProductRef) => here.get(ref) ?? written.get(ref) ?? found.get(ref)?.product.id;
  const ready = [...own, ...awaited.filter(({ ref }) => here.has(ref))].flatMap((link) => {
    const linkedId = idOf(link.ref);
    const { productId, kind, position } = link;
    return linkedId === undefined ? [] : [{ productId, kind, position, linkedId }];
  });
  if (ready.length > 0) await db.execute(sql`${insertMany(productLinks, ready)} on conflict do nothing`);
  return own.filter(({ ref }) => idOf(ref) === undefined);
}

function linksOf(row: ProductRow, productId: number): AwaitedLink[] {
  return linkKinds.flatMap((kind) =>
    (row.links[kind] ?? []).map((ref, position) => ({ line: row.line, productId, kind, position, ref })),
  );
}

/** Deletes the links of all kinds that the file has columns for. */
async function removeOldLinks(db: Database, targets: ReadonlyMap<ProductRow, Target>): Promise<void> {
  const known = [...targets].filter(([, { existing }]) => existing);
  const conditions = linkKinds.flatMap((kind) => {
    const ids = known.filter(([row]) => row.links[kind]).map(([, { id }]) => id);
    return ids.length > 0 ? [and(eq(productLinks.kind, kind), inArray(productLinks.productId, ids))] : [];
  });
  if (conditions.length > 0) await db.delete(productLinks).where(or(...conditions));
}
