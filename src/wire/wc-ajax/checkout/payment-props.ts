import type { CurrentCart } from "#shop/cart/cart.ts";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import { hasOrderedSince } from "#shop/orders/checkout/repeated-checkout.ts";
import { hideSaleControl } from "#storefront/checkout/fragments/hide-sale.tsx";
import type { PaymentProps } from "#storefront/checkout/fragments/payment.tsx";
import { paymentChoices, unpayableCountry } from "#storefront/checkout/fragments/payment-choices.ts";
import { termsControl, termsOf } from "#storefront/checkout/fragments/terms.tsx";
import type { Call } from "../entrance.ts";
import { fieldsWithin, textOf } from "../fields.ts";
import { guardFieldsOf, isTicked } from "./checkout-fields.ts";

/** Returns what the payment section shows for a cart. The field `post_data` has the whole checkout form. */
export async function paymentPropsOf(call: Call, cart: CurrentCart): Promise<Omit<PaymentProps, "cart">> {
  const { db, clock, guard, visit, fields } = call;
  const { settings, zones } = await visit.facts();
  const holder = await visit.session.nonceHolder();
  const session = await visit.session.find();
  const isUsed = async (beganAt: Date) => session !== undefined && (await hasOrderedSince(db, session.id, beganAt));
  const posted = fieldsWithin(fields, "post_data");
  return {
    methods: paymentChoices(cart, settings),
    unpayable: unpayableCountry(cart, settings),
    choosesCountry: deliveredCountries(zones, settings).length > 1,
    nonce: await visit.nonce("woocommerce-process_checkout"),
    terms: termsOf(settings, { isAccepted: isTicked(textOf(posted, termsControl)) }),
    hidesSale: settings.live_sales === "yes" ? isTicked(textOf(posted, hideSaleControl)) : null,
    began: await guard.timestampFor({ ...guardFieldsOf(posted), holder }, isUsed, clock.now()),
  };
}
