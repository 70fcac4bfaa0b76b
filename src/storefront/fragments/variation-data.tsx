import { renderToStaticMarkup } from "react-dom/server";
import type { Picture } from "#shop/catalogue/picture.ts";
import type { Dimensions, PriceLabel, Variation } from "#shop/catalogue/product.ts";
import { type Locale, LocaleContext } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Price } from "#ui/price.tsx";
import { galleryThumbnail } from "./gallery-thumbnail.ts";
import { StockLine } from "./stock-line.tsx";

/** More variations than these are not embedded in the page but looked up one by one. Source: wire notes 4.1. */
export const mostEmbedded = 30;

/**
 * A variation as the field's variation script reads it. Source: wire notes 4.2.
 * `range` is the product's price label: where all variations cost the same, each one's price_html is empty.
 */
export function variationData(variation: Variation, range: PriceLabel | null, locale: Locale) {
  const { availability, picture } = variation;
  const isOnePrice = range !== null && range.min === range.max;
  const label: PriceLabel = {
    min: variation.price,
    max: variation.price,
    was: variation.regularPrice > variation.price ? variation.regularPrice : null,
  };
  const scale = 10 ** locale.currency.minorUnit;
  return {
    attributes: Object.fromEntries(
      Object.entries(variation.attributes).map(([slug, value]) => [`attribute_${slug}`, value]),
    ),
    availability_html: markup(<StockLine availability={availability} />, locale),
    backorders_allowed: availability.backorders !== "no",
    dimensions: dimensionTexts(variation.dimensionsMm),
    dimensions_html: variation.dimensionsMm ? locale.t("product.millimetres", { ...variation.dimensionsMm }) : "N/A",
    display_price: variation.price / scale,
    display_regular_price: variation.regularPrice / scale,
    image: picture ? imageData(picture) : {},
    image_id: picture?.id ?? 0,
    is_downloadable: variation.isDownloadable,
    is_in_stock: availability.status !== "outofstock",
    is_purchasable: availability.isPurchasable,
    is_sold_individually: availability.soldIndividually ? "yes" : "no",
    is_virtual: variation.isVirtual,
    max_qty: availability.maxQuantity || "",
    min_qty: availability.minQuantity,
    price_html: isOnePrice ? "" : markup(<Price label={label} />, locale),
    sku: variation.sku,
    variation_description: variation.description,
    variation_id: variation.id,
    variation_is_active: true,
    variation_is_visible: true,
    weight: variation.weightGrams === null ? "" : String(variation.weightGrams / 1000),
    weight_html:
      variation.weightGrams === null ? "N/A" : locale.t("product.kilograms", { value: variation.weightGrams / 1000 }),
  };
}

function markup(content: React.ReactNode, locale: Locale): string {
  return renderToStaticMarkup(<LocaleContext value={locale}>{content}</LocaleContext>);
}

/** Centimetres, as texts. */
function dimensionTexts(dimensions: Dimensions | null) {
  const text = (mm: number | undefined) => (mm === undefined ? "" : String(mm / 10));
  return { length: text(dimensions?.length), width: text(dimensions?.width), height: text(dimensions?.height) };
}

/** The picture's addresses at the sizes that the script puts into the gallery. */
function imageData(picture: Picture) {
  const jpegs = picture.renditions.filter(({ format }) => format === "jpeg");
  const shown = jpegs.find(({ width }) => width >= 800) ?? picture;
  return {
    title: picture.title,
    caption: picture.caption,
    url: mediaSrc(picture),
    alt: picture.alt,
    src: mediaSrc(shown),
    src_w: shown.width,
    src_h: shown.height,
    srcset: jpegs.length > 0 ? [...jpegs, picture].map((one) => `${mediaSrc(one)} ${one.width}w`).join(", ") : false,
    sizes: jpegs.length > 0 ? "(min-width: 768px) 50vw, 92vw" : false,
    full_src: mediaSrc(picture),
    full_src_w: picture.width,
    full_src_h: picture.height,
    ...thumbnails(galleryThumbnail(picture)),
  };
}

function thumbnails(thumbnail: ReturnType<typeof galleryThumbnail>) {
  const { width, height } = thumbnail;
  const src = mediaSrc(thumbnail);
  return {
    gallery_thumbnail_src: src,
    gallery_thumbnail_src_w: width,
    gallery_thumbnail_src_h: height,
    thumb_src: src,
    thumb_src_w: width,
    thumb_src_h: height,
  };
}
