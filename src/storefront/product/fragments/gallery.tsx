import type { Translate } from "#messages/catalogue.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { PriceLabel } from "#shop/catalogue/product.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { lightboxTexts } from "../../lightbox/fragments/lightbox-texts.ts";
import { OriginalLightbox } from "../../lightbox/fragments/original-lightbox.tsx";
import { SaleBadge } from "../../product-card/fragments/sale-badge.tsx";
import { type GalleryMedia, MediaSlides, MediaThumbnail, mediaSlides } from "./gallery-media.tsx";
import { galleryThumbnail } from "./gallery-thumbnail.ts";
import { blankPicture, PlaceholderSlide } from "./placeholder-slide.tsx";
import { type PlacedPicture, placedPictures, SlideImage, slideAttributes } from "./slide.tsx";

interface GalleryProps {
  /** The product's name, for labels. */
  name: string;
  pictures: readonly Picture[];
  /** The chosen variation's picture, which replaces the first one. */
  chosen: Picture | null;
  /** The price of the choice, whose saving the badge shows. */
  price: PriceLabel | null;
  /** Whether any choice is reduced. */
  hasSale: boolean;
  media: GalleryMedia;
  switches: GallerySwitches;
}

/** The gallery's settings. */
export interface GallerySwitches {
  hasZoom: boolean;
  hasLightbox: boolean;
  hasSlider: boolean;
}

const slideId = (index: number) => `picture-${index + 1}`;

/** A picture that is not loaded yet does not name its link. Scripts replace only the first one. */
function Slide({ placed, index }: { placed: PlacedPicture; index: number }) {
  const { picture, own, alt } = placed;
  return (
    <div
      className="woocommerce-product-gallery__image"
      id={slideId(index)}
      data-thumb-alt={picture.alt}
      data-thumb-srcset=""
      data-thumb-sizes=""
      {...slideAttributes(placed)}
    >
      <a
        href={mediaSrc(picture)}
        aria-label={index > 0 ? alt : undefined}
        {...(own && { "data-o_href": mediaSrc(own.picture) })}
      >
        <SlideImage placed={placed} urgency={index === 0 ? "high" : "low"} />
      </a>
    </div>
  );
}

/** Returns a picture's label. Includes its number, since several pictures may share an alt text. */
function nameOf({ alt }: Picture, index: number, total: number, t: Translate): string {
  const number = index + 1;
  return alt ? t("product.galleryPictureOf", { number, total, alt }) : t("product.galleryPicture", { number, total });
}

/** Scripts find thumbnails by their address. They only change the first one's, so the others can be offered in other formats. */
function ThumbnailPicture({ placed: { picture, own }, isFirst }: { placed: PlacedPicture; isFirst: boolean }) {
  const image = (
    <img
      src={mediaSrc(galleryThumbnail(picture))}
      alt=""
      width="200"
      height="200"
      loading="lazy"
      fetchPriority="low"
      decoding="async"
      {...(own && { "data-o_src": mediaSrc(galleryThumbnail(own.picture)) })}
    />
  );
  if (isFirst) return image;
  return (
    <picture>
      {(["avif", "webp"] as const).map((format) => {
        const smallest = picture.renditions.find((rendition) => rendition.format === format);
        return smallest && <source key={format} type={`image/${format}`} srcSet={mediaSrc(smallest)} />;
      })}
      {image}
    </picture>
  );
}

interface ThumbnailsProps extends Pick<GalleryProps, "name"> {
  placed: readonly PlacedPicture[];
  slides: ReturnType<typeof mediaSlides>;
}

function Thumbnails({ name, placed, slides }: ThumbnailsProps) {
  const { t } = useLocale();
  // Scripts show the picture of a variation there.
  const placeholder = (
    <li>
      <a href={`#${slideId(0)}`} aria-label={t("product.galleryPicture", { number: 1, total: 1 })} aria-current="true">
        <img src={blankPicture} alt="" width="200" height="200" />
      </a>
    </li>
  );
  return (
    <ol className="flex-control-nav flex-control-thumbs thumbs" role="list">
      {placed.length === 0 && placeholder}
      {placed.map((one, index) => (
        <li key={(one.own ?? one).picture.id}>
          <a
            href={`#${slideId(index)}`}
            aria-label={nameOf(one.picture, index, placed.length, t)}
            aria-current={index === 0 ? "true" : undefined}
          >
            <ThumbnailPicture placed={one} isFirst={index === 0} />
          </a>
        </li>
      ))}
      {slides.map((slide) => (
        <li key={slide.kind}>
          <MediaThumbnail slide={slide} name={name} />
        </li>
      ))}
    </ol>
  );
}

/**
 * Renders the gallery: a snapping strip, thumbnails that link into it, and a link to the full size. Without the slider all
 * pictures are shown. The full-size link is there if pictures can be zoomed; otherwise the pictures themselves open the lightbox.
 * A video and a spin set follow the pictures.
 * Source: wire notes 4.5.
 */
export function Gallery({ name, pictures, chosen, price, hasSale, media, switches }: GalleryProps) {
  const { t } = useLocale();
  const [first] = pictures;
  const placed = placedPictures(pictures, chosen, t);
  const slides = mediaSlides(media, pictures);
  const hasMedia = slides.length > 0;
  const label = t("product.gallery", { name });
  const hooks = "woocommerce-product-gallery woocommerce-product-gallery--columns-4 images gallery";
  const kind = `woocommerce-product-gallery--${first ? "with" : "without"}-images`;
  const { hasZoom, hasLightbox, hasSlider } = switches;
  return (
    <shop-gallery data-lightbox={hasLightbox && first ? lightboxTexts(t, label) : undefined}>
      <section
        className={`${hooks} ${kind}${hasSlider ? "" : " gallery--all"}${hasMedia ? " gallery--media" : ""}`}
        data-columns="4"
        aria-label={label}
      >
        <div className="gallery-main">
          <div className="woocommerce-product-gallery__wrapper gallery-strip">
            {placed.map((one, index) => (
              <Slide key={(one.own ?? one).picture.id} placed={one} index={index} />
            ))}
            {!first && <PlaceholderSlide id={slideId(0)} chosen={chosen} />}
            {hasMedia && <MediaSlides name={name} pictures={pictures} {...media} />}
          </div>
          <SaleBadge price={price} isFollowed={hasSale} />
          {first && hasZoom && hasLightbox && (
            <a
              className="woocommerce-product-gallery__trigger zoom"
              href={mediaSrc(chosen ?? first)}
              aria-label={t("product.fullScreen")}
            >
              <Icon name="zoom" />
            </a>
          )}
        </div>
        {hasSlider && Math.max(placed.length, 1) + slides.length > 1 && (
          <Thumbnails name={name} placed={placed} slides={slides} />
        )}
      </section>
      {hasLightbox && first && <OriginalLightbox label={t("product.fullScreen")} />}
    </shop-gallery>
  );
}
