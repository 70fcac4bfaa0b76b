import type { Database } from "#db/database.ts";
import type { productAttributes } from "#db/tables/catalogue.ts";
import type { Batch } from "../import-batch.ts";
import type { ProductRow } from "../read/product-row.ts";
import type { Target } from "./resolve-targets.ts";
import {
  attributeRows,
  chosenValues,
  ensureGlobalAttributes,
  type OfferedAttribute,
  readOfferedAttributes,
} from "./write-attributes.ts";

export interface AttributePlan {
  /** Rows of products' own attributes, for file rows that define them. */
  own: Map<ProductRow, (typeof productAttributes.$inferInsert)[]>;
  /** Wire values of variations by attribute slug. */
  chosen: Map<ProductRow, Record<string, string>>;
}

/** Determines what products offer and variations choose; refuses variations whose choice is not offered. */
export async function planAttributes(
  db: Database,
  batch: Batch,
  targets: ReadonlyMap<ProductRow, Target>,
): Promise<AttributePlan> {
  const rows = batch.rows();
  const products = rows.filter((row) => !targets.get(row)?.parent);
  const variations = rows.filter((row) => targets.get(row)?.parent && row.attributes);
  const elsewhere = variations
    .filter((row) => !batch.rootOf(row)?.attributes)
    .flatMap((row) => targets.get(row)?.parent?.id ?? []);
  const known = await readOfferedAttributes(db, [...new Set(elsewhere)]);
  const shared = products.flatMap((row) => row.attributes ?? []);
  const global = await ensureGlobalAttributes(db, [...shared, ...[...known.values()].flat().map(asCell)]);
  const own = new Map(
    products.flatMap((row) =>
      row.attributes ? [[row, attributeRows(idOf(targets, row), row.attributes, global)]] : [],
    ),
  );
  const chosen = new Map<ProductRow, Record<string, string>>();
  for (const row of variations) {
    const root = batch.rootOf(row);
    const fromFile = root && own.get(root)?.map(asOffered);
    const offered = fromFile ?? known.get(targets.get(row)?.parent?.id ?? 0) ?? [];
    const values = chosenValues(row.attributes ?? [], offered, global);
    if (typeof values === "string") batch.refuse(row, [values]);
    else chosen.set(row, values);
  }
  return { own, chosen };
}

function idOf(targets: ReadonlyMap<ProductRow, Target>, row: ProductRow): number {
  return targets.get(row)?.id ?? 0;
}

function asOffered(row: typeof productAttributes.$inferInsert): OfferedAttribute {
  return { slug: row.slug, name: row.name, isGlobal: !!row.attributeId, options: row.options ?? [] };
}

function asCell({ slug, name, isGlobal, options }: OfferedAttribute) {
  return { slug, name, isGlobal, values: [...options], isVisible: true, defaultOption: null };
}
