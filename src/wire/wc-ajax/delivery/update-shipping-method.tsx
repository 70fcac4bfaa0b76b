// Answers POST /?wc-ajax=update_shipping_method: shipping_method[0]. Returns the HTML of div.cart_totals. An unknown method
// changes nothing.
import { saveCartDelivery } from "#shop/cart/cart-delivery.ts";
import { knownMethodId } from "#shop/delivery/zones.rules.ts";
import { answerGetCartTotals } from "../cart/get-cart-totals.tsx";
import { shippingMethodIdOf } from "../checkout/checkout-fields.ts";
import type { Call, CallAnswer } from "../entrance.ts";

export async function answerUpdateShippingMethod(call: Call): Promise<CallAnswer> {
  const { db, clock, visit } = call;
  const session = await visit.session.find();
  const methodId = await chosenMethodId(call);
  if (session) await saveCartDelivery(db, session.id, { methodId }, clock.now());
  return answerGetCartTotals(call);
}

/** Returns the id of the shipping method that a form chose; null if no zone has it. */
export async function chosenMethodId({ visit, fields }: Pick<Call, "visit" | "fields">): Promise<string | null> {
  return knownMethodId((await visit.facts()).zones, shippingMethodIdOf(fields));
}
