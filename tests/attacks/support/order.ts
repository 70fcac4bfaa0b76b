import type { FormBrowser } from "../../../src/wire/page-requests/whole-shop.fixtures.ts";

/** What a guest in Lahore types, paying on delivery. */
const typedCheckout = {
  billing_first_name: "Ayesha",
  billing_country: "PK",
  billing_address_1: "House 14, Street 6",
  billing_city: "Lahore",
  billing_state: "PB",
  payment_method: "cod",
};

let lastPhone = 1_000_000;

/** Returns a phone number that no other order of the run has. */
function nextPhone(): string {
  lastPhone += 1;
  return `0300 ${lastPhone}`;
}

/** Puts pieces of products into a browser's cart. */
export async function fillCart(browser: FormBrowser, pieces: Readonly<Record<number, number>>): Promise<void> {
  for (const [id, quantity] of Object.entries(pieces))
    await browser.post("/?wc-ajax=add_to_cart", { product_id: id, quantity: String(quantity) });
}

/** Opens the checkout and returns its form, filled in. */
export async function readCheckout(
  browser: FormBrowser,
  typed: Record<string, string> = {},
): Promise<Record<string, string>> {
  const page = (await browser.get("/checkout/")).body;
  const hidden = [...page.matchAll(/<input type="hidden"[^>]*? name="([^"]+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
  return { ...fields, ...typedCheckout, billing_phone: nextPhone(), ...typed };
}

/** The parts of the checkout's answer that tests look at. */
export interface CheckoutAnswer {
  result: "success" | "failure";
  order_id: number;
  redirect: string;
  messages: string;
}

/** Submits a checkout form. */
export async function sendCheckout(browser: FormBrowser, form: Record<string, string>): Promise<CheckoutAnswer> {
  return (await browser.post("/?wc-ajax=checkout", form)).json();
}
