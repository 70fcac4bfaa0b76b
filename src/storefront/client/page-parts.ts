import type { CartQueue } from "../cart/client/cart-queue.ts";
import { listen } from "./events.ts";

/** Loads the code of parts that few pages have, on those pages: the cart, the checkout, an address with a hash and others. They work without it. */
export function startPageParts(queue: CartQueue): void {
  if (document.querySelector("shop-cart")) startCart(queue);
  const place = document.querySelector<HTMLElement>("shop-checkout, shop-address, [data-chowk-ordered]");
  if (place) import("../checkout/client/checkout.ts").then((part) => part.startAt(place, queue), reportError);
  if (window.location.hash !== "")
    import("../layout/client/scroll-to-hash.ts").then((part) => part.scrollToHash(), reportError);
  if (document.querySelector("shop-password"))
    import("../account/client/password-fields.ts").then((part) => part.definePasswordFields(), reportError);
}

/** Products may be added from the page before its code has loaded. */
function startCart(queue: CartQueue): void {
  const part = import("../cart/client/cart-page.ts");
  part.then(({ defineCartPage }) => defineCartPage(queue), reportError);
  listen(document.body, "added_to_cart", () => void part.then(({ showCart }) => showCart(queue), ignore));
}

/** The failed import has already been reported. */
function ignore(): void {}
