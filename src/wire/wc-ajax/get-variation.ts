// Answers POST /?wc-ajax=get_variation: product_id and every attribute_{slug}; custom_data is ignored.
import { findQuantityLimit } from "#shop/cart/quantity-limit.ts";
import { matchVariation } from "#shop/catalogue/variations/variations.rules.ts";
import { localeOf } from "#storefront/layout/fragments/locale-of.ts";
import { variationData } from "#storefront/product/fragments/variation/variation-data.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { attributesOf, idOf } from "./fields.ts";

/** Returns the matching variation, JSON `false` if none matches, an empty answer if the product has no variations. */
export async function answerGetVariation(call: Call): Promise<CallAnswer> {
  const { details, clock, visit, fields } = call;
  const productId = idOf(fields, "product_id");
  const storeFacts = await visit.facts();
  const found = productId === undefined ? undefined : await details.find(productId, storeFacts, clock.now());
  if (found?.product.type !== "variable") return null;
  const { product } = found;
  const variation = matchVariation(product.variations, attributesOf(fields));
  if (!variation) return { json: false };
  const { settings, currency } = storeFacts;
  const data = variationData(product, variation, localeOf(settings.language, currency));
  return { json: { ...data, max_qty: (await quantityLimit(call, product.id, variation.id)) || "" } };
}

/** Returns the limit that the cart has, whatever cached pages show of the stock. */
async function quantityLimit(
  { db, cartProducts, clock }: Call,
  productId: number,
  variationId: number,
): Promise<number | null> {
  const sold = await cartProducts.findToAdd(productId);
  return sold ? findQuantityLimit(db, sold, variationId, clock.now()) : null;
}
