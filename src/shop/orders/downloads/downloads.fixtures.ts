import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { products } from "#db/tables/catalogue.ts";
import { addProduct, defaultSettings, noon, openSession } from "../../cart/cart.fixtures.ts";
import { addToCart } from "../../cart/lines/add-to-cart.ts";
import { checkoutOf } from "../checkout/checkout.fixtures.ts";
import { placeOrder } from "../checkout/place-order.ts";

/** Adds a product that is sold as files: their keys in the storage, by what buyers see. @returns its id */
export async function addDownload(
  db: Database,
  files: Readonly<Record<string, string>>,
  given: Partial<typeof products.$inferInsert> = {},
): Promise<number> {
  const id = await addProduct(db, { isVirtual: true, isDownloadable: true, ...given });
  await giveFiles(db, id, files);
  return id;
}

export async function giveFiles(db: Database, id: number, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [position, [name, file]] of Object.entries(files).entries())
    await db.execute(sql`insert into product_downloads (product_id, position, download_key, name, file)
      values (${id}, ${position}, ${name}, ${name}, ${file})`);
}

/** Places an order of a product. @returns its id and status */
export async function orderOf(
  db: Database,
  productId: number,
  { quantity = 1, variationId = null }: { quantity?: number; variationId?: number | null } = {},
) {
  const session = await openSession(db);
  const line = { productId, variationId, quantity, attributes: {} };
  await addToCart(db, session, line, noon);
  return placeOrder(db, checkoutOf(session), defaultSettings, noon);
}

/** Places an order of one piece of each product. @returns its id and status */
export async function orderOfAll(db: Database, productIds: readonly number[]) {
  const session = await openSession(db);
  for (const productId of productIds)
    await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
  return placeOrder(db, checkoutOf(session), defaultSettings, noon);
}
