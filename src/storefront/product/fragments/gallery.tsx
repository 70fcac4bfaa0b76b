import type { Translate } from "#messages/catalogue.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { PriceLabel } from "#shop/catalogue/product.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { lightboxTexts } from "../../lightbox/fragments/lightbox-texts.ts";
import { OriginalLightbox } from "../../lightbox/fragments/original-lightbox.tsx";
import { SaleBadge } from "../../product-card/fragments/sale-badge.tsx";
import { galleryThumbnail } from "./gallery-thumbnail.ts";
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
  switches: GallerySwitches;
}

/** The gallery's settings. */
export interface GallerySwitches {
  hasZoom: boolean;
  hasLightbox: boolean;
  hasSlider: boolean;
}

const slideId = (index: number) => `picture-${index + 1}`;

function Slide({ placed, index }: { placed: PlacedPicture; index: number }) {
  const { picture, own } = placed;
  return (
    <div
      className="woocommerce-product-gallery__image"
      id={slideId(index)}
      data-thumb-alt={picture.alt}
      data-thumb-srcset=""
      data-thumb-sizes=""
      {...slideAttributes(placed)}
    >
      <a href={mediaSrc(picture)} {...(own && { "data-o_href": mediaSrc(own.picture) })}>
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

/** Scripts find thumbnails by their address but never change it, so other formats can be offered. */
function ThumbnailPicture({ picture }: { picture: Picture }) {
  return (
    <picture>
      {(["avif", "webp"] as const).map((format) => {
        const smallest = picture.renditions.find((rendition) => rendition.format === format);
        return smallest && <source key={format} type={`image/${format}`} srcSet={mediaSrc(smallest)} />;
      })}
      <img
        src={mediaSrc(galleryThumbnail(picture))}
        alt=""
        width="200"
        height="200"
        loading="lazy"
        fetchPriority="low"
        decoding="async"
      />
    </picture>
  );
}

function Thumbnails({ pictures }: { pictures: readonly Picture[] }) {
  const { t } = useLocale();
  return (
    <ol className="flex-control-nav flex-control-thumbs thumbs" role="list">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <a
            href={`#${slideId(index)}`}
            aria-label={nameOf(picture, index, pictures.length, t)}
            aria-current={index === 0 ? "true" : undefined}
          >
            <ThumbnailPicture picture={picture} />
          </a>
        </li>
      ))}
    </ol>
  );
}

/**
 * Renders the gallery: a snapping strip, thumbnails that link into it, and a link to the full size. Without the slider all
 * pictures are shown. The full-size link is there if pictures can be zoomed; otherwise the pictures themselves open the lightbox.
 * Source: wire notes 4.5.
 */
export function Gallery({ name, pictures, chosen, price, hasSale, switches }: GalleryProps) {
  const { t } = useLocale();
  const [first] = pictures;
  const label = t("product.gallery", { name });
  const hooks = "woocommerce-product-gallery woocommerce-product-gallery--columns-4 images gallery";
  const kind = `woocommerce-product-gallery--${first ? "with" : "without"}-images`;
  const { hasZoom, hasLightbox, hasSlider } = switches;
  return (
    <shop-gallery data-lightbox={hasLightbox && first ? lightboxTexts(t, label) : undefined}>
      <section className={`${hooks} ${kind}${hasSlider ? "" : " gallery--all"}`} data-columns="4" aria-label={label}>
        <div className="gallery-main">
          <div className="woocommerce-product-gallery__wrapper gallery-strip">
            {placedPictures(pictures, chosen, t).map((placed, index) => (
              <Slide key={(placed.own ?? placed).picture.id} placed={placed} index={index} />
            ))}
            {!first && <div className="woocommerce-product-gallery__image--placeholder" />}
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
        {hasSlider && pictures.length > 1 && <Thumbnails pictures={pictures} />}
      </section>
      {hasLightbox && first && <OriginalLightbox label={t("product.fullScreen")} />}
    </shop-gallery>
  );
}
