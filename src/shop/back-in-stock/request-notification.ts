import { sql } from "drizzle-orm";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { consumeLimits, mailLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { holdForm } from "../spam/held-forms.ts";
import { type FormSource, judgeForm, type SpamSettings } from "../spam/judge-form.ts";
import { type Contact, contactOf } from "./contact.rules.ts";
import { listStockOf, type StockOf, wholeName } from "./stock-of.ts";

/** A back-in-stock request. */
export interface NotificationRequest {
  /** The id of a simple product or a variation. */
  productId: number;
  /** As typed: an email address or a phone number. */
  contact: string;
}

/**
 * Records a request to be notified when a product is in stock again. A repeated request has no effect, and the response
 * does not reveal that; after the notification it can be made again. Spam is held back, which the response does not
 * reveal either.
 * @throws Refusal contact_invalid, too_many_tries, product_unknown, product_choose_options, product_in_stock (details:
 * name)
 */
export async function requestNotification(
  db: Database,
  { productId, contact: typed }: NotificationRequest,
  source: FormSource,
  settings: SpamSettings,
  now: Date,
): Promise<StockOf> {
  const contact = contactOf(typed);
  if (!contact) throw new Refusal("contact_invalid");
  await consumeLimits(db, mailLimits("back in stock", contact.value, source.ip), now);
  const product = await getSoldOut(db, productId);
  await inTransaction(db, async (db) => {
    const verdict = await judgeForm(db, { ...source, kind: "back-in-stock", texts: [typed] }, settings, now);
    const content = { productId, contact: contact.value };
    if (!verdict.isSpam) await store(db, content, now);
    else await holdForm(db, { ...source, kind: "back-in-stock", content, email: emailOf(contact) }, verdict, now);
  });
  return product;
}

async function getSoldOut(db: Database, productId: number): Promise<StockOf> {
  const [product] = await listStockOf(db, sql`p.id = ${productId}`);
  if (!product) throw new Refusal("product_unknown");
  const { slug } = product;
  const name = wholeName(product);
  if (product.type !== "simple" && product.type !== "variation")
    throw new Refusal("product_choose_options", { name, slug });
  if (product.isInStock) throw new Refusal("product_in_stock", { name });
  return product;
}

function emailOf({ kind, value }: Contact): string {
  return kind === "email" ? value : "";
}

async function store(db: Database, { productId, contact }: NotificationRequest, now: Date): Promise<void> {
  await db.execute(sql`insert into back_in_stock_requests (product_id, contact, created_at)
    values (${productId}, ${contact}, ${now.toISOString()}::timestamptz)
    on conflict (product_id, contact) do nothing`);
}

const heldShape = Compile(Type.Object({ productId: Type.Integer(), contact: Type.String() }));

/** Records a request that was held as spam. @throws Refusal product_unknown (it was deleted) */
export async function acceptHeldNotification(db: Database, content: unknown, now: Date): Promise<void> {
  const request = heldShape.Parse(content);
  const [product] = await listStockOf(db, sql`p.id = ${request.productId}`);
  if (!product) throw new Refusal("product_unknown");
  await store(db, request, now);
}
