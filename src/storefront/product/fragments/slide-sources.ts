import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import { mediaSrc } from "#ui/media-src.ts";

/** Width of the large picture in the three layouts: next to the buying form, next to the thumbnails, full width. */
const slideSizes =
  "(min-width: 81.5rem) 38.75rem, (min-width: 64.0625rem) 49vw, (min-width: 48rem) calc(92vw - 7.75rem), 100vw";

/** Widest picture (px) of a gallery. */
const maxWidth = 1600;

/**
 * Returns `srcset` and `sizes` of a gallery picture, for the page and for the variation script; null without
 * renditions. Includes the original if it is larger than they are.
 * @param sizes displayed width, when not in a product page's gallery
 */
export function slideSources(picture: Picture, sizes = slideSizes): { srcset: string; sizes: string } | null {
  const made = picture.renditions.filter(({ format }) => format === "webp");
  const largest = made.at(-1);
  if (!largest) return null;
  const isMissing = largest.width < picture.width && picture.width <= maxWidth;
  const set = isMissing ? [...made, picture] : made;
  return { srcset: set.map((one) => `${mediaSrc(one)} ${one.width}w`).join(", "), sizes };
}
