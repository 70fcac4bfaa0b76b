// Answers GET /?wc-ajax=get_cart_totals: the HTML of div.cart_totals.
import { visitorCart } from "#http/visitor-cart.ts";
import { CartTotals } from "#storefront/fragments/cart-totals.tsx";
import { markupOf } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";

export async function answerGetCartTotals(call: Call): Promise<CallAnswer> {
  const cart = await visitorCart(call);
  const { settings } = await call.facts.get();
  return { html: markupOf(<CartTotals cart={cart} />, settings) };
}
