import type { Picture, Rendition } from "#shop/catalogue/pictures/picture.ts";

/**
 * Returns the thumbnail of a picture: its smallest JPEG. The variation script finds a variation's picture by this exact
 * address (gallery_thumbnail_src on the wire).
 */
export function galleryThumbnail(picture: Picture): Pick<Rendition, "file" | "width" | "height"> {
  return picture.renditions.find(({ format }) => format === "jpeg") ?? picture;
}
