import { hash } from "node:crypto";

/** Chosen values by wire key (`attribute_{slug}`), in the product's order. */
export type ChosenAttributes = Readonly<Record<string, string>>;

/**
 * Returns the key of a cart line as the protocol defines it: the md5 of product id, variation id and the chosen
 * attributes (trimmed names and values without separators), joined by "_". The same choice has the same line; product
 * 12 without options has md5("12").
 */
export function lineKey(productId: number, variationId: number | null, chosen: ChosenAttributes): string {
  const parts = [String(productId)];
  if (variationId) parts.push(String(variationId));
  const pairs = Object.entries(chosen).map(([name, value]) => name.trim() + value.trim());
  if (pairs.length > 0) parts.push(pairs.join(""));
  return hash("md5", parts.join("_"));
}
