// Answers POST action=fca_pc_woo_ajax_add_to_cart: product_id, the id of the page.
import type { Fact } from "#shop/tracking/facts.rules.ts";
import { networks } from "#shop/tracking/networks/networks.rules.ts";
import { trackedProduct } from "#shop/tracking/tracked-item.rules.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { idOf } from "../../wc-ajax/fields.ts";

/**
 * Returns what each network is told when one piece of the product is added: in the envelope's data, where newer scripts read it,
 * and once more next to it for older ones. Unknown products have `success` false. Source: wire notes 14.
 */
export async function answerPixelPayloads({ details, clock, visit, fields }: Call): Promise<CallAnswer> {
  const productId = idOf(fields, "product_id");
  const facts = await visit.facts();
  const found = productId === undefined ? undefined : await details.find(productId, facts, clock.now());
  if (!found) return { json: { success: false } };
  const item = trackedProduct(found.product);
  const fact: Fact = { kind: "add_to_cart", currency: facts.currency, value: item.price, items: [item] };
  const { google_item_identifier: identifier } = facts.settings;
  const payloads = {
    facebook: networks.meta.eventOf(fact)?.payload,
    tiktok: networks.tiktok.eventOf(fact)?.payload,
    // The protocol's script expects the items as a list of one here.
    ga: networks.google.eventOf(fact, identifier)?.payload,
    pinterest: networks.pinterest.eventOf(fact)?.payload,
    snapchat: networks.snapchat.eventOf(fact)?.payload,
  };
  return { json: { success: true, data: payloads, ...payloads } };
}
