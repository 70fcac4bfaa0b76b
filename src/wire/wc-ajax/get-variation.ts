// Answers POST /?wc-ajax=get_variation: product_id and every attribute_{slug}; custom_data is ignored.
import { findProductToAdd } from "#shop/cart/product-to-add.ts";
import { matchVariation } from "#shop/cart/variation-choice.rules.ts";
import { findProduct, toDetail } from "#shop/catalogue/product-detail.ts";
import { localeOf } from "#storefront/fragments/locale-of.ts";
import { variationData } from "#storefront/fragments/variation-data.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { attributesOf, idOf } from "./fields.ts";

/** The variation that fits, JSON `false` when none does, and silence for a product that has none. */
export async function answerGetVariation({ db, clock, facts, fields }: Call): Promise<CallAnswer> {
  const productId = idOf(fields, "product_id");
  const named = productId === undefined ? undefined : await findProductToAdd(db, productId);
  const record = named?.type === "variable" ? await findProduct(db, named.slug) : undefined;
  if (!record) return null;
  const { settings, categories, currency } = await facts.get();
  const product = toDetail(record, [], [], { settings, categories, now: clock.now() });
  const variation = matchVariation(product.variations, attributesOf(fields));
  if (!variation) return { json: false };
  return { json: variationData(variation, product.price, localeOf(settings.language, currency)) };
}
