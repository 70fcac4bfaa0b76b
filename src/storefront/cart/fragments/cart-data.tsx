import { scriptJson } from "#http/script-json.ts";
import type { Cart, CartLine } from "#shop/cart/cart.ts";
import { scriptItem } from "../../tracking/fragments/script-item.ts";

/** Returns the cart in the format for scripts. Amounts are in minor units. Source: storefront specification 3, store cart. */
export function cartData(cart: Cart) {
  const { code: currency_code, minorUnit: currency_minor_unit } = cart.currency;
  return {
    totals: { currency_code, currency_minor_unit, total_price: cart.total },
    coupons: cart.coupons.map(({ code }) => ({ code })),
    items: cart.lines.map((line) => itemOf(line, currency_minor_unit)),
  };
}

/** Renders the cart data for scripts; it is replaced together with the fragment around it. */
export function CartData({ cart }: { cart: Cart }) {
  return (
    <script
      type="application/json"
      id="store-cart-data"
      className="cart-data"
      dangerouslySetInnerHTML={{ __html: scriptJson(cartData(cart)) }}
    />
  );
}

function itemOf(line: CartLine, currency_minor_unit: number) {
  const sold = { ...line, offerSaving: line.offer?.saving ?? 0 };
  return { key: line.key, ...scriptItem(sold, line.categories, currency_minor_unit) };
}
