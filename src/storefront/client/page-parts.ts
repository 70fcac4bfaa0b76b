import type { CartQueue } from "../cart/client/cart-queue.ts";
import { listen } from "./events.ts";

/** Loads the code of parts that few pages have, on those pages: the cart, the checkout, an address with a hash and others. They work without it. */
export function startPageParts(queue: CartQueue): void {
  if (document.querySelector("shop-cart")) startCart(queue);
  const place = document.querySelector<HTMLElement>("shop-checkout, shop-address, [data-chowk-ordered]");
  if (place) import("../checkout/client/checkout.ts").then((part) => part.startAt(place, queue), reportError);
  if (window.location.hash !== "")
    import("../layout/client/scroll-to-hash.ts").then((part) => part.scrollToHash(), reportError);
  whenNear("shop-backdrop, shop-carousel", () => {
    import("../home/client/home-sections.ts").then((part) => part.defineHomeSections(), reportError);
  });
  const sales = document.querySelector<HTMLElement>("shop-live-sales");
  // Soon before the first one is due.
  if (sales)
    setTimeout(() => {
      import("../live-sales/client/live-sales.ts").then((part) => part.startLiveSales(sales)).catch(reportError);
    }, Number(sales.dataset.after) - 2000);
  if (document.querySelector("shop-wishlist"))
    import("../wishlist/client/page/wishlist-page.ts").then((part) => part.defineWishlist(), reportError);
  if (document.querySelector("shop-contact-form"))
    import("../contact/client/contact-form.ts").then((part) => part.defineContactForms(), reportError);
  if (document.querySelector(".account-form"))
    import("../account/client/account-forms.ts").then((part) => part.startAccountForms(), reportError);
  if (window.chowk_tracking) import("../tracking/client/tracking.ts").then((part) => part.startTracking(), reportError);
}

/** Calls `load` once an element is less than a screen away. */
function whenNear(selector: string, load: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      load();
    },
    { rootMargin: "100% 0%" },
  );
  for (const element of document.querySelectorAll(selector)) observer.observe(element);
}

/** Products may be added from the page before its code has loaded. */
function startCart(queue: CartQueue): void {
  const part = import("../cart/client/cart-page.ts");
  part.then(({ defineCartPage }) => defineCartPage(queue), reportError);
  listen(document.body, "added_to_cart", () => void part.then(({ showCart }) => showCart(queue), ignore));
}

/** The failed import has already been reported. */
function ignore(): void {}
