import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { classKey } from "../catalogue/class-key.rules.ts";
import type { DeliveryMethod } from "./delivery.ts";

/** The shipping classes that a method has a price for and no product is of. */
export async function listUnusedClasses(
  db: Database,
  { classPrices }: Pick<DeliveryMethod, "classPrices">,
): Promise<string[]> {
  if (classPrices.length === 0) return [];
  const { rows } = await db.execute<{ name: string }>(sql`select distinct shipping_class as name from products`);
  const used = new Set(rows.map(({ name }) => classKey(name)));
  return classPrices.map(({ shippingClass }) => shippingClass).filter((name) => !used.has(classKey(name)));
}
