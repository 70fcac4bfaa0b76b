import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../refusal.ts";
import { listOf } from "./coupon-fields.rules.ts";

/**
 * Returns the ids of products and variations given by SKU, slug or id. @throws Refusal product_unknown (details: name)
 */
export async function idsOfProducts(db: Database, names: readonly string[]): Promise<number[]> {
  return (await findProducts(db, names)).map(({ name, id }) => known(id, name, "product_unknown"));
}

/** Returns the ids of categories given by slug or id. @throws Refusal category_unknown (details: name) */
export async function idsOfCategories(db: Database, names: readonly string[]): Promise<number[]> {
  return (await findCategories(db, names)).map(({ name, id }) => known(id, name, "category_unknown"));
}

/**
 * Returns a name for each product that can be typed in a comma-separated list: SKU, else slug, else id ("id:12" if
 * ambiguous). Deleted products have none.
 */
export function namesOfProducts(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const names = sql`select id, array_remove(array[sku, slug, id::text, 'id:' || id], null) as names from products`;
  return namesOf(db, ids, names, findProducts);
}

/**
 * Returns a name for each category that can be typed in a comma-separated list: slug, else id. Deleted categories have
 * none.
 */
export function namesOfCategories(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const names = sql`select id, array[slug, id::text, 'id:' || id] as names from categories`;
  return namesOf(db, ids, names, findCategories);
}

interface Named {
  name: string;
  /** null: no match. */
  id: number | null;
}

/** SQL of the id in `n.name`; "id:12" is for cases where "12" is another product's SKU or slug. */
const idIn = sql`case when n.name ~ '^(id:)?[0-9]{1,18}$' then replace(n.name, 'id:', '')::bigint end`;

async function findProducts(db: Database, names: readonly string[]): Promise<Named[]> {
  const { rows } = await db.execute<{ name: string; id: number | null }>(sql`
    select n.name, (select p.id from products p where p.sku = n.name or p.slug = n.name or p.id = ${idIn}
      order by p.sku = n.name desc nulls last, p.slug = n.name desc nulls last limit 1) as id
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as n (name)`);
  return rows;
}

async function findCategories(db: Database, names: readonly string[]): Promise<Named[]> {
  const { rows } = await db.execute<{ name: string; id: number | null }>(sql`
    select n.name, (select c.id from categories c where c.slug = n.name or c.id = ${idIn}
      order by c.slug = n.name desc limit 1) as id
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as n (name)`);
  return rows;
}

function known(id: number | null, name: string, code: "product_unknown" | "category_unknown"): number {
  if (id === null) throw new Refusal(code, { name });
  return id;
}

/** Returns the first name of each item that a list can contain and that resolves to that item alone. */
async function namesOf(
  db: Database,
  ids: readonly number[],
  all: SQL,
  find: typeof findProducts,
): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ id: number; names: string[] }>(sql`
    select id, names from (${all}) as named where id = any(array(
      select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`);
  const typable = rows.map(({ id, names }) => ({ id, names: names.filter(isTypable) }));
  const readAs = new Map<string, number | null>();
  for (const { name, id } of await find(
    db,
    typable.flatMap(({ names }) => names),
  ))
    readAs.set(name, id);
  return new Map(typable.map(({ id, names }) => [id, names.find((name) => readAs.get(name) === id) ?? String(id)]));
}

function isTypable(name: string): boolean {
  const [only] = listOf(name);
  return only === name && !/\p{C}/u.test(name);
}
