import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import {
  productAttributes,
  productCategories,
  productDownloads,
  productMedia,
  productSpinFrames,
  productTags,
  variationAttributes,
} from "#db/tables/catalogue.ts";
import type { ProductRow } from "../read/product-row.ts";
import type { AttributePlan } from "./plan-attributes.ts";
import type { Target } from "./resolve-targets.ts";
import type { CategoryPaths } from "./write-categories.ts";

export interface PartsInput {
  categories: CategoryPaths;
  tags: ReadonlyMap<string, number>;
  /** Media ids by the pictures' names in the file. */
  mediaIds: ReadonlyMap<string, number>;
  attributes: AttributePlan;
  downloads: ReadonlyMap<string, string>;
}

type Placed = ReadonlyMap<ProductRow, Target>;

/** Writes categories, tags, attributes, pictures, spin sets and downloads of products, if the file has columns for them. */
export async function writeParts(db: Database, placed: Placed, input: PartsInput): Promise<void> {
  const products = new Map([...placed].filter(([, { parent }]) => !parent));
  await writeCategories(db, products, input.categories);
  const tagged = partsOf(products, (row) => row.tags);
  const tagRows = tagged.rows.flatMap(({ id, part }) =>
    distinct(part.map((name) => input.tags.get(name) ?? 0)).map((tagId, position) => ({
      productId: id,
      tagId,
      position,
    })),
  );
  await replaceParts(db, productTags, productTags.productId, tagged.known, tagRows);
  const pictured = partsOf(placed, (row) => row.images);
  const idsOf = (sources: readonly string[]) => sources.flatMap((source) => input.mediaIds.get(source) ?? []);
  const mediaRows = pictured.rows.flatMap(({ id, part }) =>
    distinct(idsOf(part)).map((mediaId, position) => ({ productId: id, position, mediaId })),
  );
  await replaceParts(db, productMedia, productMedia.productId, pictured.known, mediaRows);
  const turned = partsOf(products, (row) => row.spin);
  // A picture may occur twice: the product looks the same from two sides.
  const frameRows = turned.rows.flatMap(({ id, part }) =>
    idsOf(part).map((mediaId, position) => ({ productId: id, position, mediaId })),
  );
  await replaceParts(db, productSpinFrames, productSpinFrames.productId, turned.known, frameRows);
  const loaded = partsOf(placed, (row) => row.downloads);
  const downloadRows = loaded.rows.flatMap(({ id, part }) =>
    part.map(({ key, name, file }, position) => ({
      productId: id,
      position,
      downloadKey: key,
      name,
      file: input.downloads.get(file) ?? file,
    })),
  );
  await replaceParts(db, productDownloads, productDownloads.productId, loaded.known, downloadRows);
  await writeAttributes(db, placed, input.attributes);
}

async function writeCategories(db: Database, products: Placed, categories: CategoryPaths): Promise<void> {
  const { rows, known } = partsOf(products, (row) => row.categories);
  const categoryRows: (typeof productCategories.$inferInsert)[] = [];
  for (const { id, part } of rows) {
    const ids: number[] = [];
    for (const path of part) if (path.length > 0) ids.push(await categories.ensure(db, path));
    categoryRows.push(...distinct(ids).map((categoryId, position) => ({ productId: id, categoryId, position })));
  }
  await replaceParts(db, productCategories, productCategories.productId, known, categoryRows);
}

async function writeAttributes(db: Database, placed: Placed, { own, chosen }: AttributePlan): Promise<void> {
  const offered = partsOf(placed, (row) => own.get(row));
  const ownRows = offered.rows.flatMap(({ part }) => part);
  await replaceParts(db, productAttributes, productAttributes.productId, offered.known, ownRows);
  const picked = partsOf(placed, (row) => chosen.get(row));
  const valueRows = picked.rows.flatMap(({ id, part }) =>
    Object.entries(part).map(([slug, value]) => ({ variationId: id, slug, value })),
  );
  await replaceParts(db, variationAttributes, variationAttributes.variationId, picked.known, valueRows);
  const parents = [...placed.values()].map(({ id, parent }) => parent?.id ?? id);
  await alignVariations(db, distinct(parents));
}

/**
 * Marks attributes that a variation chooses from as variation attributes, and gives every variation each of them:
 * attributes that it does not name mean any, attributes that its product lost are deleted.
 */
async function alignVariations(db: Database, parentIds: readonly number[]): Promise<void> {
  const parents = sql`${sql.param([...parentIds])}::bigint[]`;
  await db.execute(sql`delete from variation_attributes va using products v
    where v.id = va.variation_id and v.parent_id = any(${parents})
      and not exists (select 1 from product_attributes pa where pa.product_id = v.parent_id and pa.slug = va.slug)`);
  await db.execute(sql`update product_attributes pa set is_for_variations = true
    where pa.product_id = any(${parents}) and not pa.is_for_variations and exists (select 1 from products v
      join variation_attributes va on va.variation_id = v.id where v.parent_id = pa.product_id and va.slug = pa.slug)`);
  await db.execute(sql`insert into variation_attributes (variation_id, slug, value)
    select v.id, pa.slug, '' from products v
      join product_attributes pa on pa.product_id = v.parent_id and pa.is_for_variations
    where v.parent_id = any(${parents}) on conflict do nothing`);
}

/** Returns the rows that define a part, and the ids whose old parts must be deleted. */
function partsOf<Part>(placed: Placed, partOf: (row: ProductRow) => Part | undefined) {
  const rows = [...placed].flatMap(([row, { id, existing }]) => {
    const part = partOf(row);
    return part === undefined ? [] : [{ id, part, isKnown: existing !== undefined }];
  });
  return { rows, known: rows.filter(({ isKnown }) => isKnown).map(({ id }) => id) };
}

async function replaceParts<Table extends PgTable>(
  db: Database,
  table: Table,
  owner: PgColumn,
  known: readonly number[],
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  if (known.length > 0) await db.delete(table).where(inArray(owner, [...known]));
  if (rows.length > 0) await db.execute(insertMany(table, rows) satisfies SQL);
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
