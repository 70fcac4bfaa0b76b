import type { Translate } from "#messages/catalogue.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import { mediaSrc } from "#ui/media-src.ts";
import { galleryThumbnail } from "./gallery-thumbnail.ts";
import { slideSources } from "./slide-sources.ts";

/** A large picture in its place. */
export interface PlacedPicture {
  picture: Picture;
  alt: string;
  /** The picture whose place it has: the variation script puts that back. */
  own: { picture: Picture; alt: string } | null;
}

/** A product's pictures in their places; a chosen variation's stands in the place of the first. */
export function placedPictures(pictures: readonly Picture[], chosen: Picture | null, t: Translate): PlacedPicture[] {
  return pictures.map((picture, index) => {
    const alt = picture.alt || t("product.galleryPicture", { number: index + 1, total: pictures.length });
    if (index > 0 || !chosen || chosen.id === picture.id) return { picture, alt, own: null };
    return { picture: chosen, alt: chosen.alt || alt, own: { picture, alt } };
  });
}

/** The small file that the slide stands for, and the own one's while another picture has its place. */
export function slideAttributes({ picture, own }: PlacedPicture) {
  return {
    "data-thumb": mediaSrc(galleryThumbnail(picture)),
    ...(own && { "data-o_data-thumb": mediaSrc(galleryThumbnail(own.picture)) }),
  };
}

interface SlideImageProps {
  placed: PlacedPicture;
  /** high: on the first screen of a page; auto: seen as soon as it is drawn; low: fetched when it is about to be seen. */
  urgency: "high" | "auto" | "low";
  /** How wide it is shown, as in `sizes`; default: as the gallery of a product page does. */
  sizes?: string;
}

/**
 * One large picture with the attributes that zoom, lightbox and variation scripts read and replace. One img without
 * sources for other formats: those would win over the address that a script sets.
 */
export function SlideImage({ placed: { picture, alt, own }, urgency, sizes }: SlideImageProps) {
  const sources = slideSources(picture, sizes);
  return (
    <img
      className={urgency === "high" ? "wp-post-image" : undefined}
      src={mediaSrc(picture)}
      srcSet={sources?.srcset}
      sizes={sources?.sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
      title={picture.title || undefined}
      loading={urgency === "high" ? "eager" : "lazy"}
      fetchPriority={urgency}
      decoding="async"
      data-caption={picture.caption}
      data-src={mediaSrc(picture)}
      data-large_image={mediaSrc(picture)}
      data-large_image_width={picture.width}
      data-large_image_height={picture.height}
      {...(own && keptAttributes(own, sizes))}
    />
  );
}

/** What the variation script keeps of a picture while another has its place. */
function keptAttributes({ picture, alt }: { picture: Picture; alt: string }, shownAt: string | undefined) {
  const src = mediaSrc(picture);
  const sources = slideSources(picture, shownAt);
  return {
    "data-o_src": src,
    "data-o_height": picture.height,
    "data-o_width": picture.width,
    "data-o_srcset": sources?.srcset ?? "",
    "data-o_sizes": sources?.sizes ?? "",
    "data-o_title": picture.title,
    "data-o_alt": alt,
    "data-o_data-caption": picture.caption,
    "data-o_data-src": src,
    "data-o_data-large_image": src,
    "data-o_data-large_image_width": picture.width,
    "data-o_data-large_image_height": picture.height,
  };
}
