import { createHash, randomInt, timingSafeEqual } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Returns a new order key: wc_order_ and 13 random alphanumerics (77 bits). */
export function newOrderKey(): string {
  return `wc_order_${Array.from({ length: 13 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}

/** Compares two keys in constant time. */
export function isSameKey(given: string, actual: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(actual));
}
