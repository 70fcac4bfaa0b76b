import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import { mediaSrc } from "#ui/media-src.ts";
import { galleryThumbnail } from "./gallery-thumbnail.ts";
import { SlideImage } from "./slide.tsx";

/** An empty picture, which styles replace by the drawing. */
export const blankPicture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/**
 * Renders the slide of a product without pictures. It has an image, so that scripts can show the picture of a variation there and
 * remove it again.
 * @param chosen the chosen variation's picture
 */
export function PlaceholderSlide({ id, chosen }: { id: string; chosen: Picture | null }) {
  return (
    <div
      className="woocommerce-product-gallery__image--placeholder"
      id={id}
      {...(chosen && { "data-thumb": mediaSrc(galleryThumbnail(chosen)), "data-o_data-thumb": "" })}
    >
      {chosen ? (
        <SlideImage placed={{ picture: chosen, alt: chosen.alt, own: null }} urgency="high" restored={noPicture} />
      ) : (
        <img className="wp-post-image" src={blankPicture} alt="" />
      )}
    </div>
  );
}

/** What the variation script restores. */
const noPicture = {
  "data-o_src": blankPicture,
  "data-o_alt": "",
  ...Object.fromEntries(
    [
      "height",
      "width",
      "srcset",
      "sizes",
      "title",
      "data-caption",
      "data-src",
      "data-large_image",
      "data-large_image_width",
      "data-large_image_height",
    ].map((name) => [`data-o_${name}`, ""]),
  ),
};
