import { type Complaint, showComplaint } from "./variation-messages.ts";

/** Whether a variations form can be bought: "unchecked" until the first check, as without scripts. */
export type VariationState = "unchecked" | "selection-needed" | "unavailable" | "enabled";

/** Sets the protocol's classes of the buttons. A button that cannot buy stays clickable: it then shows why. */
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

interface GuardedForm {
  form: HTMLFormElement;
  /** Returns why the form cannot be submitted, if so. */
  complaint: () => Complaint | undefined;
  /** Clears the choice. */
  reset: () => void;
}

/**
 * Blocks a form that cannot be submitted and shows why next to its buttons, with the focus on the message. Buttons outside the
 * form, such as the buy bar's, submit it too.
 */
export function guardForm({ form, complaint, reset }: GuardedForm, signal: AbortSignal): void {
  const guard = (event: Event) => {
    const reason = complaint();
    if (!reason) return;
    event.preventDefault();
    showComplaint(form, reason);
  };
  const onReset = (event: Event) => {
    if (!(event.target as Element).closest(".reset_variations")) return;
    event.preventDefault();
    reset();
  };
  form.addEventListener("click", onReset, { signal });
  form.addEventListener("keydown", (event) => event.key === " " && onReset(event), { signal });
  form.addEventListener("click", (event) => isOnDisabledButton(event) && guard(event), { signal });
  form.addEventListener("submit", guard, { signal });
  // The browser's own validation would name a single field.
  form.noValidate = true;
  signal.addEventListener("abort", () => {
    form.noValidate = false;
  });
}

function isOnDisabledButton(event: Event): boolean {
  return (event.target as Element).closest(".single_add_to_cart_button.disabled") !== null;
}
