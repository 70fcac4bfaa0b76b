import { parameters } from "../../client/parameters.ts";

/** Why the cart is as it was: to who is offline that he is, whatever he did; to others what they could not do, `otherwise`. */
export function failureWords(otherwise = ""): string {
  return navigator.onLine ? otherwise : (parameters("wc_add_to_cart_params")?.i18n_not_changed ?? otherwise);
}
