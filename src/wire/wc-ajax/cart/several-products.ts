import type { CartAddition } from "#shop/cart/lines/check-addition.ts";
import { type Fields, lineOf } from "../fields.ts";

/** Products of one call. */
const mostProducts = 10;

/**
 * Reads a field with a list of product ids (`12,13`) as one piece of each, each product once.
 * @returns undefined if it is no such list
 */
export function severalProductsOf(fields: Fields, name: string): CartAddition[] | undefined {
  const ids = lineOf(fields, name).split(",");
  if (ids.length > mostProducts || !ids.every((id) => /^[1-9]\d{0,14}$/.test(id))) return undefined;
  return [...new Set(ids)].map((id) => ({ productId: Number(id), variationId: null, quantity: null, attributes: {} }));
}
