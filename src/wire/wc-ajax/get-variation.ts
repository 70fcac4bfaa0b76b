// Answers POST /?wc-ajax=get_variation: product_id and every attribute_{slug}; custom_data is ignored.
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
  return { json: variationData(product, variation, localeOf(settings.language, currency)) };
}
