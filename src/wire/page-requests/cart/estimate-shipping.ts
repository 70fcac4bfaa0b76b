// Answers the cart page's shipping calculator: calc_shipping, calc_shipping_country, _state, _city and _postcode,
// shipping_method[0].
import { pageRequests } from "#http/guards/nonce-actions.ts";
import type { MessageKey } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { saveCartDelivery } from "#shop/cart/cart-delivery.ts";
import { calculatorForm } from "#storefront/cart/fragments/shipping-calculator.tsx";
import { destinationOfFields } from "../../wc-ajax/checkout/checkout-fields.ts";
import { chosenMethodId } from "../../wc-ajax/delivery/update-shipping-method.tsx";
import type { Call } from "../../wc-ajax/entrance.ts";
import { cut, lineOf, maxSavedLength } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice } from "../../wc-ajax/notices.ts";

/**
 * Saves the destination with the cart and returns the cart's path. The cart page shows a refused form again with its values;
 * other pages lead to the cart with a notice.
 */
export async function estimateShippingRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  const isOnCart = visit.request.method === "POST" && visit.path === routes.cart();
  if (!(await visit.hasValidNonce(pageRequests.calc_shipping, fields))) {
    if (isOnCart) return showAgain(call, null, "notices.pageOld");
    await addPageExpiredNotice(call);
    return routes.cart();
  }
  const session = await visit.session.find();
  const destination = await destinationOfFields(call, "calc_shipping_");
  if (!destination && isOnCart) return showAgain(call, "calc_shipping_country", "notices.fault.country.invalid");
  if (!destination) await visit.addNotice({ kind: "error", messageKey: "notices.fault.country.required", values: {} });
  else if (session)
    await saveCartDelivery(db, session.id, { destination, methodId: await chosenMethodId(call) }, clock.now());
  return routes.cart();
}

async function showAgain(
  { visit, fields }: Call,
  controlId: string | null,
  messageKey: MessageKey,
): Promise<undefined> {
  const { settings } = await visit.facts();
  const names = ["country", "state", "city", "postcode"].map((part) => `calc_shipping_${part}`);
  const typed = Object.fromEntries(names.map((name) => [name, cut(lineOf(fields, name), maxSavedLength)]));
  const errors = [{ controlId, message: translator(settings.language)(messageKey) }];
  visit.refuseForm({ name: calculatorForm, typed, errors });
}
