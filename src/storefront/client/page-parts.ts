import { listen } from "./events.ts";
import { report } from "./report.ts";

/** What only the cart, the checkout and the form of an address have: other pages need not carry it. Until it is there, or without it, their forms work. */
export function startPageParts(): void {
  if (document.querySelector(".cart-page")) startCart();
  if (document.querySelector("form.checkout")) import("./checkout.ts").then((part) => part.startCheckout(), report);
  const address = document.querySelector<HTMLFormElement>("form.woocommerce-address-fields:has(.country_select)");
  if (address) import("./checkout.ts").then((part) => part.startAddressForm(address), report);
}

/** Something may have been added from the page before its part is there. */
function startCart(): void {
  const part = import("./cart-page.ts");
  part.then(({ startCartPage }) => startCartPage(), report);
  listen(document.body, "added_to_cart", () => void part.then(({ showCart }) => showCart(), isReported));
}

/** The part did not come, which is said already. */
function isReported(): void {}
