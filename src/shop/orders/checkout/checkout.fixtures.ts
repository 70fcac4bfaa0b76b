import { randomUUID } from "node:crypto";
import type { Address } from "../order.ts";
import type { Checkout } from "./checkout.ts";

/** A customer in Lahore. */
export const ayesha: Address = {
  firstName: "Ayesha",
  lastName: "Khan",
  company: "",
  country: "PK",
  address1: "House 14, Street 6, Model Town",
  address2: "",
  city: "Lahore",
  state: "PB",
  postcode: "54000",
  phone: "0300 1234567",
  email: "ayesha@example.com",
};

/** Returns the checkout that Ayesha sends, with a token of its own. */
export function checkoutOf(sessionId: number, given: Partial<Checkout> = {}): Checkout {
  return {
    sessionId,
    userId: null,
    attempt: randomUUID(),
    beganAt: null,
    seenHash: null,
    form: { billing: ayesha, shipping: null, note: "" },
    deliveryMethodId: null,
    paymentMethodId: "cod",
    customerIp: "127.0.0.1",
    customerAgent: "test",
    consent: {},
    attribution: null,
    ...given,
  };
}
