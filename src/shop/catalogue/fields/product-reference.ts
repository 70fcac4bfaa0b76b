import type { ProductRef } from "../import/read/product-row.ts";

/** Reads "id:12" or a SKU. */
export function readReference(text: string): ProductRef {
  const id = /^id:\s*(\d{1,15})$/i.exec(text)?.[1];
  return id ? `id:${Number(id)}` : `sku:${text}`;
}

/** Returns the SKU, or "id:12" for a product without one. */
export function writeReference({ id, sku }: { id: number; sku: string | null }): string {
  return sku ?? `id:${id}`;
}
