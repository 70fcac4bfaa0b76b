/** Whether a variations form's buttons buy: "asleep" until the first check, as without scripts. */
export type VariationState = "asleep" | "selection-needed" | "unavailable" | "enabled";

/**
 * Says by the protocol's classes whether the buttons buy. A button that does not stays one that can be pressed: then it
 * says what is missing.
 */
export function showState(form: HTMLFormElement, state: VariationState): void {
  const isDisabled = state === "selection-needed" || state === "unavailable";
  const wrapper = form.querySelector(".variations_button")?.classList;
  wrapper?.toggle("woocommerce-variation-add-to-cart-enabled", state === "enabled");
  wrapper?.toggle("woocommerce-variation-add-to-cart-disabled", isDisabled);
  for (const button of form.querySelectorAll(".single_add_to_cart_button")) {
    button.classList.toggle("disabled", isDisabled);
    button.classList.toggle("wc-variation-selection-needed", state === "selection-needed");
    button.classList.toggle("wc-variation-is-unavailable", state === "unavailable");
    if (isDisabled) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}
