import { parameters } from "../../../client/requests/parameters.ts";

/** Why a form cannot be submitted. */
export type Complaint = "make_a_selection" | "unavailable";

const noMatchSelector = ".wc-no-matching-variations";

/** Returns one of the messages that the page prints for scripts; a third-party script may have changed it. */
export function variationText(name: Complaint | "no_matching_variations" | "reset_alert"): string {
  return parameters("wc_add_to_cart_variation_params")?.[`i18n_${name}_text`] ?? "";
}

/** Removes all messages, for the next choice. */
export function clearMessages(form: HTMLFormElement): void {
  setText(form, ".variation-complaint", "");
  setText(form, ".reset_variations_alert", "");
  form.querySelector(noMatchSelector)?.parentElement?.remove();
}

/** Shows next to the buttons why they cannot buy, and moves the focus there. */
export function showComplaint(form: HTMLFormElement, complaint: Complaint): void {
  setText(form, ".variation-complaint", variationText(complaint))?.focus();
}

/** Announces to screen readers that the choice was cleared. */
export function announceReset(form: HTMLFormElement): void {
  setText(form, ".reset_variations_alert", variationText("reset_alert"));
}

/** Shows below the choice that no variation matches, with the protocol's markup. */
export function showNoMatch(form: HTMLFormElement): void {
  if (form.querySelector(noMatchSelector)) return;
  const alert = document.createElement("div");
  alert.role = "alert";
  alert.innerHTML = '<p class="wc-no-matching-variations woocommerce-info"></p>';
  form.querySelector(".single_variation")?.after(alert);
  setText(form, noMatchSelector, variationText("no_matching_variations"));
}

/** Replaces the text even if it is the same, so that it is announced again. */
function setText(form: HTMLFormElement, selector: string, text: string): HTMLElement | null {
  const element = form.querySelector<HTMLElement>(selector);
  element?.replaceChildren(text);
  return element;
}
