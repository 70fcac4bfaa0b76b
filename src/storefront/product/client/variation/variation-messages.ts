import { parameters } from "../../../client/parameters.ts";

/** Why a form cannot be sent as it is. */
export type Complaint = "make_a_selection" | "unavailable";

/** A message of the form as the page prints it for scripts; one of them may have changed it. */
export function variationText(name: Complaint | "no_matching_variations" | "reset_alert"): string {
  return parameters("wc_add_to_cart_variation_params")?.[`i18n_${name}_text`] ?? "";
}

/** Takes back all that was said, for the next choice. */
export function silence(form: HTMLFormElement): void {
  say(form, ".variation-complaint", "");
  say(form, ".reset_variations_alert", "");
  form.querySelector(noMatch)?.parentElement?.remove();
}

/** Says beside the buttons why they do not buy; the focus goes there. */
export function complain(form: HTMLFormElement, complaint: Complaint): void {
  say(form, ".variation-complaint", variationText(complaint))?.focus();
}

/** Tells who cannot see it that the choice was taken back. */
export function announceReset(form: HTMLFormElement): void {
  say(form, ".reset_variations_alert", variationText("reset_alert"));
}

const noMatch = ".wc-no-matching-variations";

/** Says under the choice, as the protocol has it, that no variation is this. */
export function sayNoMatch(form: HTMLFormElement): void {
  if (form.querySelector(noMatch)) return;
  const said = document.createElement("div");
  said.role = "alert";
  said.innerHTML = '<p class="wc-no-matching-variations woocommerce-info"></p>';
  form.querySelector(".single_variation")?.after(said);
  say(form, noMatch, variationText("no_matching_variations"));
}

/** A text that is put there anew is heard again, even when it is the same. */
function say(form: HTMLFormElement, place: string, text: string): HTMLElement | null {
  const element = form.querySelector<HTMLElement>(place);
  element?.replaceChildren(text);
  return element;
}
