import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../refusal.ts";

/** The products and variations that are named by SKU, slug or id. @throws Refusal product_unknown (details: name) */
export async function idsOfProducts(db: Database, names: readonly string[]): Promise<number[]> {
  const { rows } = await db.execute<{ name: string; id: number }>(sql`
    select n.name, (select p.id from products p where p.sku = n.name or p.slug = n.name or p.id::text = n.name
      order by p.sku = n.name desc nulls last, p.slug = n.name desc nulls last limit 1) as id
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as n (name)`);
  return rows.map(({ name, id }) => known(id, name, "product_unknown"));
}

/** The categories that are named by slug. @throws Refusal category_unknown (details: name) */
export async function idsOfCategories(db: Database, names: readonly string[]): Promise<number[]> {
  const { rows } = await db.execute<{ name: string; id: number }>(sql`
    select n.name, (select c.id from categories c where c.slug = n.name) as id
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as n (name)`);
  return rows.map(({ name, id }) => known(id, name, "category_unknown"));
}

function known(id: number | null, name: string, code: "product_unknown" | "category_unknown"): number {
  if (id === null) throw new Refusal(code, { name });
  return id;
}
