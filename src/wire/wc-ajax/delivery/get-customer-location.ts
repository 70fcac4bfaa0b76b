// Answers /?wc-ajax=get_customer_location: a hash of the visitor's location, which clients compare and put into addresses.
import { hash } from "node:crypto";
import type { Call, CallAnswer } from "../entrance.ts";

/** Returns 12 hex characters that change with the cart's destination; until one is chosen, that is the store's country. */
export async function answerGetCustomerLocation({ visit }: Call): Promise<CallAnswer> {
  const { country, state, postcode, city } = (await visit.cart()).destination;
  const location = hash("md5", JSON.stringify([country, state, postcode, city])).slice(0, 12);
  return { json: { success: true, data: { hash: location } } };
}
