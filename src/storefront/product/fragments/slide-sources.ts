import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import { mediaSrc } from "#ui/media-src.ts";

/** Width of the large picture: beside the buying box, beside the thumbnails, from edge to edge. */
const slideSizes = "(min-width: 1304px) 620px, (min-width: 1025px) 49vw, (min-width: 768px) calc(92vw - 124px), 100vw";

/**
 * What the gallery chooses a picture's file from, on the page and when a variation's takes its place; null without files to
 * choose. @param sizes how wide it is shown, where not in a product page's gallery
 */
export function slideSources({ renditions }: Picture, sizes = slideSizes): { srcset: string; sizes: string } | null {
  const set = renditions.filter(({ format }) => format === "webp");
  if (set.length === 0) return null;
  return { srcset: set.map((one) => `${mediaSrc(one)} ${one.width}w`).join(", "), sizes };
}
