import { hash } from "node:crypto";
import type { SaleKind } from "./facts.rules.ts";

/**
 * Returns the id of an order's event, ten hexadecimal digits: the same for the browser's copy, for a retry and for another
 * device. Only those who know the order's key can compute it.
 */
export function saleEventId(orderKey: string, kind: SaleKind): string {
  return hash("sha256", `${kind}:${orderKey}`, "hex").slice(0, 10);
}
