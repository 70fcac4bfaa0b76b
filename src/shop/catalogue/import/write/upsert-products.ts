import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { products } from "#db/tables/catalogue.ts";
import { freeSlug, slugOf } from "../../slug.ts";
import type { ProductRow } from "../read/product-row.ts";
import type { ProductRecord } from "./merge-product.ts";

/** Assigns slugs from the names of new products; they stay when the product is renamed. */
export async function giveSlugs(db: Database, records: readonly ProductRecord[]): Promise<void> {
  const fresh = records.filter((record) => record.type !== "variation" && !record.slug);
  if (fresh.length === 0) return;
  const candidates = fresh.flatMap(({ name, id }) => candidatesOf(name, id));
  const { rows } = await db.execute<{ slug: string }>(
    sql`select slug from products where slug = any(${sql.param(candidates)}::text[])`,
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  for (const record of fresh) {
    const [base = ""] = candidatesOf(record.name, record.id);
    const free = candidatesOf(record.name, record.id).find((slug) => !taken.has(slug));
    record.slug = free ?? freeSlug(base, (slug) => taken.has(slug));
    taken.add(record.slug);
  }
}

function candidatesOf(name: string, id: number): string[] {
  const base = slugOf(name, "product");
  return [base, ...[2, 3, 4, 5].map((number) => `${base}-${number}`), `${base}-${id}`];
}

export interface UpsertResult {
  created: number;
  updated: number;
  unchanged: number;
  /** The ids of those that were created or updated. */
  changedIds: readonly number[];
}

/**
 * Writes `records` in the order of their ids, in which orders lock them too, so that they cannot deadlock. Updates
 * existing products only in the file's columns, and only if they differ.
 */
export async function upsertProducts(
  db: Database,
  records: readonly ProductRecord[],
  rows: readonly ProductRow[],
): Promise<UpsertResult> {
  const [row] = rows;
  if (records.length === 0 || !row) return { created: 0, updated: 0, unchanged: 0, changedIds: [] };
  const inOrder = records.toSorted((one, other) => one.id - other.id);
  const changing = changingColumns(row).map((key) => getTableColumns(products)[key].name);
  const metaKeys = Object.keys(row.meta);
  const meta = sql`(${products.extraMeta} - ${sql.param(metaKeys)}::text[]) || excluded.extra_meta`;
  const assignments = changing.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`);
  const before = list(changing.map((name) => sql`${products}.${sql.identifier(name)}`));
  const after = list(changing.map((name) => sql`excluded.${sql.identifier(name)}`));
  const { rows: written } = await db.execute<{ id: number; is_new: boolean }>(sql`
    ${insertMany(products, inOrder)}
    on conflict (id) do update set ${list([...assignments, sql`extra_meta = ${meta}`, sql`updated_at = now()`])}
    where (${before}, ${products.extraMeta}) is distinct from (${after}, ${meta})
    returning id, (xmax = 0) as is_new`);
  const created = written.filter(({ is_new }) => is_new).length;
  return {
    created,
    updated: written.length - created,
    unchanged: records.length - written.length,
    changedIds: written.map(({ id }) => id),
  };
}

type ColumnKey = keyof typeof products.$inferInsert;

/** Returns the columns that the file sets. Counted stock and the type set others too. */
function changingColumns(row: ProductRow): ColumnKey[] {
  const keys = new Set(Object.keys(row.values) as ColumnKey[]);
  for (const key of ["type", "parentId"] as const) keys.add(key);
  if (keys.has("managesStock") || keys.has("backorders")) keys.add("stockStatus");
  return [...keys];
}

function list(parts: readonly SQL[]): SQL {
  return sql.join([...parts], sql`, `);
}
