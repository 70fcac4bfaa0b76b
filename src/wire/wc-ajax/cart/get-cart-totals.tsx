// Answers GET /?wc-ajax=get_cart_totals: the HTML of div.cart_totals.
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { CartTotals } from "#storefront/cart/fragments/cart-totals.tsx";
import type { Call, CallAnswer } from "../entrance.ts";
import { markupOf } from "./cart-fragments.tsx";

export async function answerGetCartTotals(call: Call): Promise<CallAnswer> {
  const cart = await call.visit.cart();
  const { settings } = await call.visit.facts();
  const nonce = await call.visit.nonce(pageRequests.calc_shipping.action);
  return { html: markupOf(<CartTotals cart={cart} calculatorNonce={nonce} />, settings) };
}
