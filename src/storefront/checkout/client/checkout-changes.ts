import { type CartAnswerPage, fetchPage } from "../../cart/client/cart-form-post.ts";
import { inTurn } from "../../cart/client/cart-requests.ts";
import { announce } from "../../client/announce.ts";
import { dispatch } from "../../client/events.ts";
import { showNotices } from "../../notices/client/page-notices.ts";
import { replaceParts } from "./checkout-parts.ts";

let changing = 0;

/** Whether a change of the cart that is no quantity is on its way. */
export function isChanging(): boolean {
  return changing > 0;
}

/** Changes the cart after everything that was asked for before, and shows it. @throws when no page of the shop answers */
export async function changeCheckout(address: string, sent: URLSearchParams, options: RequestInit): Promise<void> {
  changing += 1;
  try {
    await inTurn(async () => showCheckout(await fetchPage(address, options), sent));
  } finally {
    changing -= 1;
  }
}

/** Takes what changed from the page that answers. An empty cart has no checkout: the answer is another page then. */
export function showCheckout({ page, address }: CartAnswerPage, sent: URLSearchParams): void {
  if (!page.querySelector(".checkout-cart")) return window.location.assign(address);
  replaceParts(page, sent);
  // What stands at the coupon's field is not said twice.
  page.querySelector(".woocommerce-error [data-id=coupon_code]")?.remove();
  showNotices([...page.querySelectorAll(".woocommerce-notices-wrapper .woocommerce-error:has(li)")]);
  announce(page.querySelector(".woocommerce-message")?.textContent ?? "");
  dispatch(document.body, "updated_checkout");
}
