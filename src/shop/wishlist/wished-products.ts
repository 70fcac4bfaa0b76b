import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "#db/database.ts";
import { isOneOf, prepared } from "#db/prepared.ts";
import { products } from "#db/tables/catalogue.ts";
import { fixedValuesJson } from "../cart/lines/choice-json.ts";
import { availabilityOf } from "../catalogue/availability.rules.ts";
import type { Picture } from "../catalogue/pictures/picture.ts";
import { currentPrice, variationLabel } from "../catalogue/pricing.rules.ts";
import type { Availability, PriceLabel, ProductCard, ProductType } from "../catalogue/product.ts";
import { inheriting, stockFactsOf } from "../catalogue/product-card.ts";
import { pictureJson, pricedOf, type SellableRecord, sellableJson } from "../catalogue/product-record.ts";
import { shownRecord } from "../catalogue/shown-record.ts";
import type { AttributeValues } from "../catalogue/variations/variations.rules.ts";
import { storePriceShower, type TaxedSettings } from "../taxes/tax-terms.rules.ts";

/** Data of a product or variation in a list that the product's card lacks. */
export interface WishedRecord {
  id: number;
  /** The product; for a variation its parent. */
  productId: number;
  /** False if it is unpublished or hidden. */
  isShown: boolean;
  /** null: the product itself was wished for. */
  variation: WishedVariation | null;
}

interface WishedVariation {
  self: SellableRecord;
  parent: SellableRecord;
  sku: string | null;
  picture: Picture | null;
  /** Value by attribute slug; "" for any. */
  fixed: AttributeValues;
  /** Labels of the fixed values, in the order of the attributes. */
  choices: readonly string[];
}

/** A product, or one of its variations, as a list shows it. */
export interface WishedProduct {
  /** The id that was wished for: the product's or the variation's. */
  id: number;
  productId: number;
  /** The product's type, also for a variation. */
  type: ProductType;
  name: string;
  slug: string;
  sku: string;
  /** Value by attribute slug of the wished variation; empty for a product. */
  chosen: AttributeValues;
  choices: readonly string[];
  price: PriceLabel | null;
  availability: Availability;
  picture: Picture | null;
  /** Whether one press can put it into the cart: nothing is left to choose. */
  isReady: boolean;
}

const wished = alias(products, "w");
const product = alias(products, "p");

/** For the aliases `w` and `p`: whether lists show the product or variation. */
export const isShown = sql`w.status = 'publish' and p.status = 'publish' and p.visibility <> 'hidden'`;

/** For the alias `i` of `wishlist_items`: whether lists show the item. Others stay in the list until they are shown again. */
export const isShownItem = sql<boolean>`exists (select from products w join products p on p.id = coalesce(w.parent_id, w.id)
  where w.id = i.product_id and ${isShown})`;

/** Lists the records of these products and variations in one statement, unpublished ones too. Unknown ids are left out. */
export async function listWishedRecords(db: Database, ids: readonly number[]): Promise<WishedRecord[]> {
  if (ids.length === 0) return [];
  const query = prepared(db, "wished_records", (db, name) =>
    db
      .select({
        id: wished.id,
        productId: product.id,
        isShown: sql<boolean>`${isShown}`,
        variation: sql<WishedVariation | null>`case when ${wished.type} = 'variation' then json_build_object(
          'self', ${sellableJson("w")}, 'parent', ${sellableJson("p")}, 'sku', ${wished.sku}, 'picture', ${pictureOfVariation},
          'fixed', ${fixedValuesJson("w")}, 'choices', ${choiceLabels}) end`,
      })
      .from(wished)
      .innerJoin(product, sql`${product.id} = coalesce(${wished.parentId}, ${wished.id})`)
      .where(isOneOf(wished.id, "ids"))
      .prepare(name),
  );
  return query.execute({ ids });
}

const pictureOfVariation = sql`(select ${pictureJson("m")} from product_media pm join media m on m.id = pm.media_id
  where pm.product_id = ${wished.id} order by pm.position limit 1)`;

const choiceLabels = sql`coalesce((
  select json_agg(coalesce(av.name, va.value) order by pa.position)
  from variation_attributes va
  join product_attributes pa on pa.product_id = ${product.id} and pa.slug = va.slug
  left join attribute_values av on av.attribute_id = pa.attribute_id and av.slug = va.value
  where va.variation_id = ${wished.id} and va.value <> ''), '[]'::json)`;

/** Returns how a list shows a record as of `now`. @param card the product's card as of `now` */
export function toWishedProduct(
  { id, variation }: WishedRecord,
  card: ProductCard,
  settings: TaxedSettings,
  now: Date,
): WishedProduct {
  const { type, name, slug } = card;
  const shared = { id, productId: card.id, type, name, slug };
  const ownPicture = card.pictures[0] ?? null;
  if (!variation) {
    const isReady = type === "simple" && card.availability.isPurchasable;
    const { sku, price, availability } = card;
    return { ...shared, sku, chosen: {}, choices: [], price, availability, picture: ownPicture, isReady };
  }
  const record = inheriting(variation.self, variation.parent);
  const availability = availabilityOf(stockFactsOf(record), settings);
  const hasOpenChoice = Object.values(variation.fixed).includes("");
  return {
    ...shared,
    sku: variation.sku ?? card.sku,
    chosen: variation.fixed,
    choices: variation.choices,
    price: priceOf(shownRecord(record, storePriceShower(settings)), now),
    availability,
    picture: variation.picture ?? ownPicture,
    isReady: availability.isPurchasable && !hasOpenChoice,
  };
}

function priceOf(record: SellableRecord, now: Date): PriceLabel | null {
  const priced = pricedOf(record);
  const price = currentPrice(priced, now);
  return price === null ? null : variationLabel({ price, regularPrice: priced.regularPrice ?? price });
}
