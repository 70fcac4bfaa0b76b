import type { BaseProductDetail } from "./product.ts";

/** Returns whether whatever is bought of a product is a download. */
export function isDownload({ type, isDownloadable, variations }: BaseProductDetail): boolean {
  return type === "variable"
    ? variations.length > 0 && variations.every((variation) => variation.isDownloadable)
    : isDownloadable;
}
