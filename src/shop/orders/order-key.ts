import { createHash, randomInt, timingSafeEqual } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new order key: wc_order_ and 13 alphanumerics (77 bits) that cannot be guessed. */
export function newOrderKey(): string {
  return `wc_order_${Array.from({ length: 13 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}

/** Whether two keys are the same, in a time that tells nothing about where they differ. */
export function isSameKey(given: string, actual: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(actual));
}
