// Answers GET /?wc-ajax=get_cart_totals: the HTML of div.cart_totals.
import { pageRequests } from "#http/nonce-actions.ts";
import { visitorCart } from "#http/visitor-cart.ts";
import { CartTotals } from "#storefront/cart/fragments/cart-totals.tsx";
import { markupOf } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";

export async function answerGetCartTotals(call: Call): Promise<CallAnswer> {
  const cart = await visitorCart(call);
  const { settings } = await call.facts.get();
  const holder = await call.visitors.nonceHolder(call.request, call.reply);
  const nonce = call.nonces.create(pageRequests.calc_shipping.action, holder);
  return { html: markupOf(<CartTotals cart={cart} calculatorNonce={nonce} />, settings) };
}
