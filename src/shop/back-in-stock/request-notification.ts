import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { consumeLimits, mailLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { contactOf } from "./contact.rules.ts";
import { listStockOf, type StockOf, wholeName } from "./stock-of.ts";

/** A back-in-stock request. */
export interface NotificationRequest {
  /** The id of a simple product or a variation. */
  productId: number;
  /** As typed: an e-mail address or a phone number. */
  contact: string;
}

/**
 * Records a request to be notified when a product is in stock again. A repeated request has no effect, and the response
 * does not reveal that; after the notification it can be made again.
 * @param address where the request comes from
 * @throws Refusal contact_invalid, too_many_tries, product_unknown, product_choose_options, product_in_stock (details:
 * name)
 */
export async function requestNotification(
  db: Database,
  { productId, contact: typed }: NotificationRequest,
  address: string,
  now: Date,
): Promise<StockOf> {
  const contact = contactOf(typed);
  if (!contact) throw new Refusal("contact_invalid");
  await consumeLimits(db, mailLimits("back in stock", contact.value, address), now);
  const [product] = await listStockOf(db, sql`p.id = ${productId}`);
  if (!product) throw new Refusal("product_unknown");
  const { slug } = product;
  const name = wholeName(product);
  if (product.type !== "simple" && product.type !== "variation")
    throw new Refusal("product_choose_options", { name, slug });
  if (product.isInStock) throw new Refusal("product_in_stock", { name });
  await db.execute(sql`insert into back_in_stock_requests (product_id, contact, created_at)
    values (${productId}, ${contact.value}, ${now.toISOString()}::timestamptz)
    on conflict (product_id, contact) do nothing`);
  return product;
}
