import type { Translate } from "#messages/catalogue.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import { mediaSrc } from "#ui/media-src.ts";
import { galleryThumbnail } from "./gallery-thumbnail.ts";
import { slideSources } from "./slide-sources.ts";

/** A picture at its position in the gallery. */
export interface PlacedPicture {
  picture: Picture;
  alt: string;
  /** The picture that it replaces, which the variation script restores. */
  own: { picture: Picture; alt: string } | null;
}

/** Returns a product's pictures by position; a chosen variation's picture replaces the first. */
export function placedPictures(pictures: readonly Picture[], chosen: Picture | null, t: Translate): PlacedPicture[] {
  return pictures.map((picture, index) => {
    const alt = picture.alt || t("product.galleryPicture", { number: index + 1, total: pictures.length });
    if (index > 0 || !chosen || chosen.id === picture.id) return { picture, alt, own: null };
    return { picture: chosen, alt: chosen.alt || alt, own: { picture, alt } };
  });
}

/** Returns the thumbnail attributes of a slide, including the replaced picture's. */
export function slideAttributes({ picture, own }: PlacedPicture) {
  return {
    "data-thumb": mediaSrc(galleryThumbnail(picture)),
    ...(own && { "data-o_data-thumb": mediaSrc(galleryThumbnail(own.picture)) }),
  };
}

interface SlideImageProps {
  placed: PlacedPicture;
  /** high: on the first screen; auto: visible once rendered; low: loaded shortly before it is visible. */
  urgency: "high" | "auto" | "low";
  /** Displayed width as a `sizes` value; default: that of the product page's gallery. */
  sizes?: string;
  /** The attributes that the variation script restores; default: those of the replaced picture. */
  restored?: Readonly<Record<string, string>>;
}

/**
 * Renders a large picture with the attributes that zoom, lightbox and variation scripts read and replace. An img
 * without other formats: source elements would override the address that a script sets.
 */
export function SlideImage({ placed: { picture, alt, own }, urgency, sizes, restored }: SlideImageProps) {
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
      {...(own && originalAttributes(own, sizes))}
      {...restored}
    />
  );
}

/** Returns the attributes from which the variation script restores a replaced picture. */
function originalAttributes({ picture, alt }: { picture: Picture; alt: string }, shownAt: string | undefined) {
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
