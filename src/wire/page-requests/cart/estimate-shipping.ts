// Answers the cart page's shipping calculator: calc_shipping, calc_shipping_country, _state, _city and _postcode,
// shipping_method[0].
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { saveCartDelivery } from "#shop/cart/cart-delivery.ts";
import { destinationOfFields } from "../../wc-ajax/checkout/checkout-fields.ts";
import { chosenMethodId } from "../../wc-ajax/delivery/update-shipping-method.tsx";
import type { Call } from "../../wc-ajax/entrance.ts";
import { addPageExpiredNotice } from "../../wc-ajax/notices.ts";

/** Saves the destination with the cart and returns the cart's path. */
export async function estimateShippingRequest(call: Call): Promise<string> {
  const { db, clock, visit, fields } = call;
  if (!(await visit.hasValidNonce(pageRequests.calc_shipping, fields))) {
    await addPageExpiredNotice(call);
    return routes.cart();
  }
  const session = await visit.session.find();
  const destination = await destinationOfFields(call, "calc_shipping_");
  if (!destination) await visit.addNotice({ kind: "error", messageKey: "notices.fault.country.required", values: {} });
  else if (session)
    await saveCartDelivery(db, session.id, { destination, methodId: await chosenMethodId(call) }, clock.now());
  return routes.cart();
}
