import type { Picture } from "#shop/catalogue/picture.ts";

/** Twice the width of a thumbnail on a desktop. */
const enough = 200;

/**
 * The small file of a picture that stands under the gallery. The variation script finds a variation's picture among
 * the thumbnails by exactly this address (gallery_thumbnail_src on the wire).
 */
export function galleryThumbnail({ renditions, src }: Picture): string {
  const small = renditions.filter(({ format }) => format === "webp").find(({ width }) => width >= enough);
  return small?.src ?? src;
}
