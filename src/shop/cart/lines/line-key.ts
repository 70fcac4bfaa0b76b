import { hash } from "node:crypto";

/** Chosen values by wire key (`attribute_{slug}`), in the product's order. */
export type ChosenAttributes = Readonly<Record<string, string>>;

/**
 * The key of a cart line, as the protocol derives it: md5 over product id, variation id and the chosen attributes (trimmed
 * names and values without separators), joined by "_". Equal choices share a line; a plain product 12 has md5("12").
 */
export function lineKey(productId: number, variationId: number | null, chosen: ChosenAttributes): string {
  const parts = [String(productId)];
  if (variationId) parts.push(String(variationId));
  const pairs = Object.entries(chosen).map(([name, value]) => name.trim() + value.trim());
  if (pairs.length > 0) parts.push(pairs.join(""));
  return hash("md5", parts.join("_"));
}
