import { startFormQuantities } from "../../cart/client/form-quantities.ts";
import { showFailure } from "../../notices/client/page-notices.ts";
import { isChanging, showCheckout } from "./checkout-changes.ts";

const formSelector = ".checkout-cart form.woocommerce-cart-form";

/** On the checkout page a changed quantity is saved by itself: lines, sums and the button's total follow. */
export function startCheckoutQuantities(): void {
  const { saveAfter, isUnsaved } = startFormQuantities(formSelector, { show: showCheckout, tell: showFailure });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    // An order waits for what changes the cart: it is for what its button says.
    const isOrder = form.matches("form.checkout") && (isUnsaved() || isChanging());
    if (!isOrder && !form.matches(formSelector)) return;
    event.preventDefault();
    saveAfter(0);
  });
}
