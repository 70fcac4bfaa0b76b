import { hash } from "node:crypto";
import type { Amount } from "#platform/money.ts";
import type { CartLine } from "./cart.ts";

/**
 * Returns 32 hex characters that change with the cart's lines, coupons, delivery method and total; "" for an empty
 * cart.
 */
export function cartHash(
  lines: readonly CartLine[],
  { codes, shippingId, total }: { codes: readonly string[]; shippingId: string; total: Amount },
): string {
  if (lines.length === 0) return "";
  const state = lines.map((line) => [line.key, line.quantity, line.total]);
  return hash("md5", JSON.stringify([state, codes, shippingId, total]));
}
