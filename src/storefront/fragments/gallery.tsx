import type { Translate } from "#platform/messages/catalogue.ts";
import type { Picture } from "#shop/catalogue/picture.ts";
import type { PriceLabel } from "#shop/catalogue/product.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { galleryThumbnail } from "./gallery-thumbnail.ts";
import { SaleBadge } from "./sale-badge.tsx";
import { slideSources } from "./slide-sources.ts";

interface GalleryProps {
  /** Of the product, for the labels. */
  name: string;
  pictures: readonly Picture[];
  /** The chosen variation's, which stands in the place of the first. */
  chosen: Picture | null;
  /** Decides whether a sale badge is shown. */
  price: PriceLabel | null;
}

const slideId = (index: number) => `picture-${index + 1}`;

interface SlideProps {
  picture: Picture;
  index: number;
  alt: string;
  /** The picture whose place it has: the variation script puts that back. */
  own: { picture: Picture; alt: string } | null;
}

/** What the variation script keeps of a picture while another has its place. */
function keptAttributes(picture: Picture, alt: string) {
  const src = mediaSrc(picture);
  const sources = slideSources(picture);
  return {
    slide: { "data-o_data-thumb": mediaSrc(galleryThumbnail(picture)) },
    link: { "data-o_href": src },
    img: {
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
    },
  };
}

/**
 * One large picture with the attributes that zoom, lightbox and variation scripts read and replace. One img without
 * sources for other formats: those would win over the address that a script sets.
 */
function Slide({ picture, index, alt, own }: SlideProps) {
  const sources = slideSources(picture);
  const kept = own ? keptAttributes(own.picture, own.alt) : null;
  return (
    <div
      className="woocommerce-product-gallery__image"
      id={slideId(index)}
      data-thumb={mediaSrc(galleryThumbnail(picture))}
      data-thumb-alt={picture.alt}
      data-thumb-srcset=""
      data-thumb-sizes=""
      {...kept?.slide}
    >
      <a href={mediaSrc(picture)} {...kept?.link}>
        <img
          className={index === 0 ? "wp-post-image" : undefined}
          src={mediaSrc(picture)}
          srcSet={sources?.srcset}
          sizes={sources?.sizes}
          width={picture.width}
          height={picture.height}
          alt={alt}
          title={picture.title || undefined}
          loading={index === 0 ? "eager" : "lazy"}
          fetchPriority={index === 0 ? "high" : "low"}
          decoding="async"
          data-caption={picture.caption}
          data-src={mediaSrc(picture)}
          data-large_image={mediaSrc(picture)}
          data-large_image_width={picture.width}
          data-large_image_height={picture.height}
          {...kept?.img}
        />
      </a>
    </div>
  );
}

/** Several pictures of a product may be described alike: their numbers tell them apart. */
function nameOf({ alt }: Picture, index: number, total: number, t: Translate): string {
  const number = index + 1;
  return alt ? t("product.galleryPictureOf", { number, total, alt }) : t("product.galleryPicture", { number, total });
}

/** No script gives it another address, only finds it by the one that it has: other formats may win. */
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

/** The pictures of a product: a strip that snaps, thumbnails that are links into it, and a way to the full size. */
export function Gallery({ name, pictures, chosen, price }: GalleryProps) {
  const { t } = useLocale();
  const [first] = pictures;
  const altOf = (picture: Picture, index: number) =>
    picture.alt || t("product.galleryPicture", { number: index + 1, total: pictures.length });
  const slideOf = (picture: Picture, index: number): SlideProps => {
    const alt = altOf(picture, index);
    if (index > 0 || !chosen || chosen.id === picture.id) return { picture, index, alt, own: null };
    return { picture: chosen, index, alt: chosen.alt || alt, own: { picture, alt } };
  };
  const hooks = "woocommerce-product-gallery woocommerce-product-gallery--columns-4 images gallery";
  return (
    <section
      className={`${hooks} woocommerce-product-gallery--${first ? "with" : "without"}-images`}
      data-columns="4"
      aria-label={t("product.gallery", { name })}
    >
      <div className="gallery-main">
        <div className="woocommerce-product-gallery__wrapper gallery-strip">
          {pictures.map((picture, index) => (
            <Slide key={picture.id} {...slideOf(picture, index)} />
          ))}
          {!first && <div className="woocommerce-product-gallery__image--placeholder" />}
        </div>
        <SaleBadge price={price} />
        {first && (
          <a
            className="woocommerce-product-gallery__trigger zoom"
            href={mediaSrc(chosen ?? first)}
            aria-label={t("product.fullScreen")}
          >
            <Icon name="zoom" />
          </a>
        )}
      </div>
      {pictures.length > 1 && <Thumbnails pictures={pictures} />}
    </section>
  );
}
