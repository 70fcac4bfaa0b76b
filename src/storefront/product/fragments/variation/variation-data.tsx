import { renderToStaticMarkup } from "react-dom/server";
import { derived } from "#http/cached-reads/derived.ts";
import { scriptJson } from "#http/script-json.ts";
import type { BulkOffer } from "#shop/catalogue/bulk-offer.rules.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import { variationLabel, variationsShowPrices } from "#shop/catalogue/pricing.rules.ts";
import type {
  Availability,
  BaseProductDetail,
  Dimensions,
  PriceLabel,
  Variation,
  Weight,
} from "#shop/catalogue/product.ts";
import { type Locale, LocaleContext } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Price } from "#ui/price.tsx";
import { OfferLine } from "../../../product-card/fragments/offer-line.tsx";
import { savingText } from "../../../product-card/fragments/sale-badge.tsx";
import { packVariations } from "../../client/variation/variation-table.ts";
import { galleryThumbnail } from "../gallery-thumbnail.ts";
import { slideSources } from "../slide-sources.ts";
import { StockLine } from "../stock-line.tsx";

/** A variation as third-party variation scripts read it. Source: wire notes 4.2. */
export type VariationData = ReturnType<typeof write>;

/** The product fields that the variation data is made from. */
type Varied = Pick<BaseProductDetail, "variations" | "price" | "allPictures">;

/** Returns a variation in its wire format. A product's equal prices and stock texts are rendered only once. */
export function variationData(product: Varied, variation: Variation, locale: Locale): VariationData {
  return writerOf(product, locale).dataOf(variation);
}

/** Returns all variations of a product in their wire format, as a JSON array. */
export function variationsJson(product: Varied, locale: Locale): string {
  return (writerOf(product, locale).json ??= JSON.stringify(
    product.variations.map((variation) => variationData(product, variation, locale)),
  ));
}

/** Returns all variations of a product as compact JSON that is safe inside a script element. */
export function variationTableJson(product: Varied, locale: Locale): string {
  return (writerOf(product, locale).tableJson ??= scriptJson(
    packVariations(product.variations.map((variation) => variationData(product, variation, locale))),
  ));
}

interface ProductWriter {
  dataOf: (variation: Variation) => VariationData;
  json?: string;
  tableJson?: string;
}

function writerOf(product: Varied, locale: Locale): ProductWriter {
  // The list keeps its identity until something that it shows changes, so it serves as the cache key.
  const key = `variations ${locale.lang} ${locale.currency.code}`;
  return derived(product.variations, key, () => writerFor(product, locale));
}

function writerFor(product: Varied, locale: Locale): ProductWriter {
  const context: WriterContext = {
    showsPrice: variationsShowPrices(product.price, product.variations),
    ownPicture: product.allPictures[0] ?? null,
    scale: 10 ** locale.currency.minorUnit,
    sizeText: once((size: Dimensions) => locale.t("product.sizeIn", { ...size })),
    weightText: once((weight: Weight) => locale.t("product.weightIn", { ...weight })),
    stockHtml: once((availability: Availability) => markup(<StockLine availability={availability} />, locale)),
    priceHtml: once((label: PriceLabel) => markup(<Price label={label} saving={savingText(label, locale)} />, locale)),
    offerHtml: once((offer: BulkOffer) => markup(<OfferLine offer={{ ...offer, of: "" }} />, locale)),
  };
  const written = new Map<Variation, VariationData>();
  const dataOf = (variation: Variation) => {
    const data = written.get(variation) ?? write(variation, context);
    written.set(variation, data);
    return data;
  };
  return { dataOf };
}

/** Memoises `make` by value. */
function once<T extends object>(make: (value: T) => string): (value: T) => string {
  const made = new Map<string, string>();
  return (value) => {
    const key = JSON.stringify(value);
    const text = made.get(key) ?? make(value);
    made.set(key, text);
    return text;
  };
}

interface WriterContext {
  /** If false, every price_html is empty. */
  showsPrice: boolean;
  /** The product's picture, for variations without one. */
  ownPicture: Picture | null;
  /** Minor units per displayed currency unit. */
  scale: number;
  sizeText: (size: Dimensions) => string;
  weightText: (weight: Weight) => string;
  stockHtml: (availability: Availability) => string;
  priceHtml: (label: PriceLabel) => string;
  offerHtml: (offer: BulkOffer) => string;
}

function write(variation: Variation, context: WriterContext) {
  const { showsPrice, ownPicture, scale, sizeText, weightText, stockHtml, priceHtml, offerHtml } = context;
  const { availability, price, regularPrice, bulkOffer, weight, dimensions } = variation;
  const picture = variation.picture ?? ownPicture;
  return {
    attributes: Object.fromEntries(
      Object.entries(variation.attributes).map(([slug, value]) => [`attribute_${slug}`, value]),
    ),
    availability_html: stockHtml(availability),
    backorders_allowed: availability.backorders !== "no",
    dimensions: dimensionTexts(dimensions),
    dimensions_html: dimensions ? sizeText(dimensions) : "N/A",
    display_price: price / scale,
    display_regular_price: regularPrice / scale,
    image: picture ? imageData(picture) : noImage,
    image_id: picture?.id ?? 0,
    is_downloadable: variation.isDownloadable,
    is_in_stock: availability.status !== "outofstock",
    // The list holds only published variations with a price; stock has its own field. Source: wire notes 3.2, 4.1.
    is_purchasable: true,
    is_sold_individually: availability.soldIndividually ? "yes" : "no",
    is_virtual: variation.isVirtual,
    max_qty: availability.maxQuantity || "",
    min_qty: availability.minQuantity,
    offer_html: bulkOffer ? offerHtml(bulkOffer) : "",
    price_html: showsPrice ? priceHtml(variationLabel(variation)) : "",
    sku: variation.sku,
    variation_description: variation.description,
    variation_id: variation.id,
    variation_is_active: true,
    variation_is_visible: true,
    weight: weight ? String(weight.value) : "",
    weight_html: weight ? weightText(weight) : "N/A",
  };
}

function markup(content: React.ReactNode, locale: Locale): string {
  return renderToStaticMarkup(<LocaleContext value={locale}>{content}</LocaleContext>);
}

/** In the store's unit, as text. */
function dimensionTexts(dimensions: Dimensions | null) {
  const text = (length: number | undefined) => (length === undefined ? "" : String(length));
  return { length: text(dimensions?.length), width: text(dimensions?.width), height: text(dimensions?.height) };
}

/** Returns the picture's addresses in the sizes that the gallery script uses. */
function imageData(picture: Picture) {
  const jpegs = picture.renditions.filter(({ format }) => format === "jpeg");
  const sources = slideSources(picture);
  const shown = jpegs.find(({ width }) => width >= 800) ?? picture;
  return {
    title: picture.title,
    caption: picture.caption,
    url: mediaSrc(picture),
    alt: picture.alt,
    src: mediaSrc(shown),
    src_w: shown.width,
    src_h: shown.height,
    srcset: sources?.srcset ?? (false as const),
    sizes: sources?.sizes ?? (false as const),
    full_src: mediaSrc(picture),
    full_src_w: picture.width,
    full_src_h: picture.height,
    ...thumbnails(galleryThumbnail(picture)),
  };
}

/** The values that clients expect when there is no picture. */
const noImage: ReturnType<typeof imageData> = {
  title: "",
  caption: "",
  url: "",
  alt: "",
  src: "",
  src_w: 0,
  src_h: 0,
  srcset: false,
  sizes: false,
  full_src: "",
  full_src_w: 0,
  full_src_h: 0,
  gallery_thumbnail_src: "",
  gallery_thumbnail_src_w: 0,
  gallery_thumbnail_src_h: 0,
  thumb_src: "",
  thumb_src_w: 0,
  thumb_src_h: 0,
};

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
