import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { products } from "#db/tables/catalogue.ts";
import type { Picture } from "../catalogue/pictures/picture.ts";
import { categoryNamesJson, pictureJson, type SellableRecord, sellableJson } from "../catalogue/product-record.ts";
import type { DeliveryZone } from "../delivery/delivery.ts";
import { listDeliveryZones } from "../delivery/delivery-zones.ts";
import { type DeliveryChoice, normaliseChoice } from "../delivery/destination.ts";
import type { TaxedSettings } from "../taxes/tax-terms.rules.ts";
import type { CurrentCart } from "./cart.ts";
import { listCartCoupons } from "./coupons/cart-coupons.ts";
import { choosableJson, fixedValuesJson } from "./lines/choice-json.ts";
import type { ChosenAttributes } from "./lines/line-key.ts";
import { type CartLineRecord, type CartTerms, priceCart } from "./totals/price-cart.ts";

/** Reads the lines of a session's cart. */
export type ListCartLines = (db: Database, sessionId: number) => Promise<CartLineRecord[]>;

/** Data that the caller already has; the rest is read from the database. */
export interface CartSources {
  listLines?: ListCartLines;
  zones?: readonly DeliveryZone[];
}

/**
 * Returns the cart of a session at current prices; one more statement when it has coupons. Lines that are no longer
 * sold are listed in `dropped`, lines that cannot be ordered as they are in `problems`.
 */
export async function getCart(
  db: Database,
  sessionId: number,
  settings: TaxedSettings,
  now: Date,
  { listLines = listCartLines, zones }: CartSources = {},
): Promise<CurrentCart> {
  const records = await listLines(db, sessionId);
  return priceCart(records, await loadTerms(db, sessionId, records, zones), settings, now);
}

/**
 * Lists the lines of a session's cart with everything that determines prices and limits, in the order in which they
 * were added.
 */
export async function listCartLines(db: Database, sessionId: number): Promise<CartLineRecord[]> {
  return prepared(db, "cart_lines_of_session", (db, name) => selectLines(db).prepare(name)).execute({ sessionId });
}

/** Loads what determines a cart's prices apart from its lines and the settings. */
export async function loadTerms(
  db: Database,
  sessionId: number,
  records: readonly CartLineRecord[],
  zones?: readonly DeliveryZone[],
): Promise<CartTerms> {
  const [first] = records;
  return {
    coupons: first?.hasCoupons ? await listCartCoupons(db, sessionId) : [],
    delivery: first?.delivery ? normaliseChoice(first.delivery) : null,
    zones: zones ?? (first ? await listDeliveryZones(db) : []),
  };
}

/** Terms of a cart without coupons, destination or zones. */
export const emptyTerms: CartTerms = { coupons: [], delivery: null, zones: [] };

/** Returns an empty cart for a visitor without a session. */
export function emptyCart(settings: TaxedSettings): CurrentCart {
  return priceCart([], emptyTerms, settings, new Date(0));
}

const variation = alias(products, "v");
const product = alias(products, "p");

function selectLines(db: Database) {
  return db
    .select({
      key: cartLines.lineKey,
      productId: cartLines.productId,
      variationId: cartLines.variationId,
      quantity: cartLines.quantity,
      seenPrice: cartLines.seenPrice,
      type: product.type,
      slug: sql<string>`${product.slug}`,
      name: product.name,
      sku: sql<string>`coalesce(${variation.sku}, ${product.sku}, '')`,
      categories: categoryNamesJson(product.id),
      needsShipping: sql<boolean>`not coalesce(${variation.isVirtual}, ${product.isVirtual})`,
      weightGrams: sql<number>`coalesce(${variation.weightGrams}, ${product.weightGrams}, 0)`,
      shippingClass: sql<string>`coalesce(nullif(${variation.shippingClass}, ''), ${product.shippingClass})`,
      isDownloadable: sql<boolean>`coalesce(${variation.isDownloadable}, ${product.isDownloadable})`,
      product: sql<SellableRecord>`${sellableJson("p")}`,
      chosen: sql<ChosenAttributes>`${cartLines.attributes}`,
      choosable: choosableJson("p"),
      fixed: fixedValuesJson("v"),
      variation: sql<SellableRecord | null>`case when ${variation.id} is not null then ${sellableJson("v")} end`,
      choices: choicesJson,
      picture: pictureOfLine,
      hasCoupons: sql<boolean>`exists (select from cart_coupons cc where cc.session_id = ${cartLines.sessionId})`,
      delivery: sql<DeliveryChoice | null>`(select cart_delivery_json(cart_of(${sql.placeholder("sessionId")})))`,
    })
    .from(cartLines)
    .innerJoin(product, eq(product.id, cartLines.productId))
    .leftJoin(variation, and(eq(variation.id, cartLines.variationId), eq(variation.parentId, product.id)))
    .where(and(eq(cartLines.sessionId, sql`cart_of(${sql.placeholder("sessionId")})`), isNull(cartLines.removedAt)))
    .orderBy(sql`cart_lines.line_number`);
}

/** The labels of the chosen values: a global attribute's value has a label of its own, a local one is its own label. */
const choicesJson: SQL<{ label: string; value: string }[]> =
  sql`case when ${cartLines.attributes} = '{}' then '[]'::json
  else coalesce((
    select json_agg(json_build_object('label', pa.name, 'value',
      coalesce(av.name, ${cartLines.attributes} ->> ('attribute_' || pa.slug))) order by pa.position)
    from product_attributes pa
    left join attribute_values av on av.attribute_id = pa.attribute_id
      and av.slug = ${cartLines.attributes} ->> ('attribute_' || pa.slug)
    where pa.product_id = ${product.id} and ${cartLines.attributes} ? ('attribute_' || pa.slug)), '[]'::json) end`;

/** The variation's picture, else the product's first. */
const pictureOfLine: SQL<Picture | null> = sql`(
  select ${pictureJson("m")} from product_media pm join media m on m.id = pm.media_id
  where pm.product_id = ${product.id} or pm.product_id = ${variation.id}
  order by pm.product_id <> coalesce(${variation.id}, ${product.id}), pm.position limit 1)`;
