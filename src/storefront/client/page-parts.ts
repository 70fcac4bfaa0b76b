import { listen } from "./events.ts";
import { report } from "./report.ts";

/** What only the cart, the checkout, its confirmation and the form of an address have: other pages need not carry it. Until it is there, or without it, their forms work. */
export function startPageParts(): void {
  if (document.querySelector(".cart-page")) startCart();
  const place = document.querySelector<HTMLElement>(
    "form.checkout, form.woocommerce-address-fields:has(.country_select), [data-chowk-ordered]",
  );
  if (place) import("../checkout/client/checkout.ts").then((part) => part.startAt(place), report);
}

/** Something may have been added from the page before its part is there. */
function startCart(): void {
  const part = import("../cart/client/cart-page.ts");
  part.then(({ startCartPage }) => startCartPage(), report);
  listen(document.body, "added_to_cart", () => void part.then(({ showCart }) => showCart(), isReported));
}

/** The part did not come, which is said already. */
function isReported(): void {}
