import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { classKey } from "../catalogue/class-key.rules.ts";
import type { DeliveryMethod } from "./delivery.ts";

/** Lists the shipping classes that a method has a price for but no product uses. */
export async function listUnusedClasses(
  db: Database,
  { classPrices }: Pick<DeliveryMethod, "classPrices">,
): Promise<string[]> {
  if (classPrices.length === 0) return [];
  const { rows } = await db.execute<{ name: string }>(sql`select distinct shipping_class as name from products`);
  const used = new Set(rows.map(({ name }) => classKey(name)));
  return classPrices.map(({ shippingClass }) => shippingClass).filter((name) => !used.has(classKey(name)));
}
