import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { products, variationAttributes } from "#db/tables/catalogue.ts";
import { settingDefinitions } from "../settings/setting-definitions.ts";
import type { TaxedSettings } from "../taxes/tax-terms.rules.ts";

/** The settings of a new shop without taxes and without a limit of orders per phone number. */
export const defaultSettings = {
  ...Object.fromEntries(Object.entries(settingDefinitions).map(([name, definition]) => [name, definition.default])),
  cod_orders_per_phone: 0,
  taxRates: [],
} as unknown as TaxedSettings;

/** The time in tests of carts and orders. */
export const noon = new Date("2026-11-21T12:00:00Z");

type NewProduct = Partial<typeof products.$inferInsert>;

/** Adds a published simple product at 1,000 without counted stock, unless `given` says otherwise. @returns its id */
export async function addProduct(db: Database, given: NewProduct = {}): Promise<number> {
  const mark = randomBytes(4).toString("hex");
  const name = given.name ?? `Product ${mark}`;
  const slug = given.type === "variation" ? null : `product-${mark}`;
  const [row] = await db
    .insert(products)
    .values({ type: "simple", regularPrice: 1000, slug, ...given, name })
    .returning({ id: products.id });
  if (!row) throw new Error("No product");
  return row.id;
}

/** Adds a variable product with a local attribute "Size" (Small, Large) and a variation for each size. */
export async function addSizes(db: Database, parent: NewProduct = {}, each: NewProduct = {}) {
  const id = await addProduct(db, { type: "variable", regularPrice: null, ...parent });
  await db.execute(sql`insert into product_attributes (product_id, position, slug, name, is_for_variations, options)
    values (${id}, 0, 'size', 'Size', true, '{Small,Large}')`);
  const small = await addVariation(db, id, "Small", { position: 0, ...each });
  const large = await addVariation(db, id, "Large", { position: 1, ...each });
  return { id, small, large };
}

async function addVariation(db: Database, parentId: number, size: string, given: NewProduct): Promise<number> {
  const id = await addProduct(db, { type: "variation", parentId, ...given });
  await db.insert(variationAttributes).values({ variationId: id, slug: "size", value: size });
  return id;
}

/** Adds a grouped product with these members, in this order. @returns its id */
export async function addGroup(db: Database, memberIds: readonly number[]): Promise<number> {
  const id = await addProduct(db, { type: "grouped", regularPrice: null });
  for (const [position, member] of memberIds.entries())
    await db.execute(sql`insert into product_links (product_id, kind, position, linked_id)
      values (${id}, 'grouped', ${position}, ${member})`);
  return id;
}

/** Opens a session as a visitor's first add does. @returns its id */
export async function openSession(db: Database): Promise<number> {
  const [row] = await db
    .insert(sessions)
    .values({
      tokenHash: randomBytes(32),
      customerKey: `t_${randomBytes(15).toString("hex")}`,
      createdAt: noon,
      renewedAt: noon,
      expiresAt: new Date(noon.getTime() + 2 * 86_400_000),
    })
    .returning({ id: sessions.id });
  if (!row) throw new Error("No session");
  return row.id;
}

/** Returns the code that a promise was refused with, or "done". */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "done",
    (error: { code?: string; message?: string }) => error.code ?? error.message ?? "no reason",
  );
}
