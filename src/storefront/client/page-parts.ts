import { report } from "./report.ts";

/** What only the cart and the checkout have: other pages need not carry it. Until it is there, or without it, their forms work. */
export function startPageParts(): void {
  if (document.querySelector(".cart-page")) import("./cart-page.ts").then((part) => part.startCartPage(), report);
  if (document.querySelector("form.checkout")) import("./checkout.ts").then((part) => part.startCheckout(), report);
}
