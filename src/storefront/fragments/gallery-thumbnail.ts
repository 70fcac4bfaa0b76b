import type { Picture } from "#shop/catalogue/picture.ts";

/**
 * The small file of a picture that stands under the gallery: its smallest JPEG. The variation script finds a
 * variation's picture among the thumbnails by exactly this address (gallery_thumbnail_src on the wire).
 */
export function galleryThumbnail({ renditions, src }: Picture): string {
  return renditions.find(({ format }) => format === "jpeg")?.src ?? src;
}
