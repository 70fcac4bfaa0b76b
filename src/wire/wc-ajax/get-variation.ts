// Answers POST /?wc-ajax=get_variation: product_id and every attribute_{slug}; custom_data is ignored.
import { findQuantityLimit } from "#shop/cart/quantity-limit.ts";
import { matchVariation } from "#shop/catalogue/variations.rules.ts";
import { localeOf } from "#storefront/layout/fragments/locale-of.ts";
import { variationData } from "#storefront/product/fragments/variation/variation-data.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { attributesOf, idOf } from "./fields.ts";

/** Returns the matching variation, JSON `false` if none matches, an empty answer if the product has no variations. */
export async function answerGetVariation({ db, details, clock, visit, fields }: Call): Promise<CallAnswer> {
  const productId = idOf(fields, "product_id");
  const storeFacts = await visit.facts();
  const found = productId === undefined ? undefined : await details.find(productId, storeFacts, clock.now());
  if (found?.product.type !== "variable") return null;
  const { product } = found;
  const variation = matchVariation(product.variations, attributesOf(fields));
  if (!variation) return { json: false };
  const { settings, currency } = storeFacts;
  const data = variationData(product, variation, localeOf(settings.language, currency));
  // As in the cart, whatever cached pages show of the stock.
  return { json: { ...data, max_qty: (await findQuantityLimit(db, variation.id, clock.now())) || "" } };
}
