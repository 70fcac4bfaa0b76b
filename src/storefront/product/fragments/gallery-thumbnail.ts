import type { Picture, Rendition } from "#shop/catalogue/pictures/picture.ts";

/**
 * The small file of a picture that stands under the gallery: its smallest JPEG. The variation script finds a
 * variation's picture among the thumbnails by exactly its address (gallery_thumbnail_src on the wire).
 */
export function galleryThumbnail(picture: Picture): Pick<Rendition, "file" | "width" | "height"> {
  return picture.renditions.find(({ format }) => format === "jpeg") ?? picture;
}
