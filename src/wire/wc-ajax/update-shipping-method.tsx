// Answers POST /?wc-ajax=update_shipping_method: shipping_method[0]. The HTML of div.cart_totals; an unknown way changes nothing.
import { saveCartDelivery } from "#shop/cart/cart-delivery.ts";
import { knownMethodId } from "#shop/delivery/zones.rules.ts";
import { deliveryMethodOf } from "./destination-fields.ts";
import type { Call, CallAnswer } from "./entrance.ts";
import { answerGetCartTotals } from "./get-cart-totals.tsx";

export async function answerUpdateShippingMethod(call: Call): Promise<CallAnswer> {
  const { db, clock, visit } = call;
  const session = await visit.session.find();
  const methodId = await knownMethodOf(call);
  if (session) await saveCartDelivery(db, session.id, { methodId }, clock.now());
  return answerGetCartTotals(call);
}

/** The way that a form chose, if there is such a one for anybody. */
export async function knownMethodOf({ visit, fields }: Pick<Call, "visit" | "fields">): Promise<string | null> {
  return knownMethodId((await visit.facts()).zones, deliveryMethodOf(fields));
}
