import type { Entrance } from "./entrance.ts";

/** Returns a guest's checkout form from Lahore, with a nonce valid for every guest. */
export function guestForm({ nonces }: Pick<Entrance, "nonces">, given: Record<string, string> = {}) {
  return {
    billing_first_name: "Ayesha",
    billing_last_name: "Khan",
    billing_country: "PK",
    billing_address_1: "House 14, Street 6",
    billing_city: "Lahore",
    billing_state: "PB",
    billing_phone: "0300 1234567",
    billing_email: "ayesha@example.com",
    order_comments: "",
    payment_method: "cod",
    "woocommerce-process-checkout-nonce": nonces.create("woocommerce-process_checkout"),
    _wp_http_referer: "/checkout/",
    ...given,
  };
}
