import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { toDecimal } from "#platform/money.ts";
import { routes } from "#routes";
import { plainText } from "#shop/catalogue/plain-text.ts";
import type { PriceLabel, ProductDetail } from "#shop/catalogue/product.ts";
import type { Review } from "#shop/reviews/review.ts";
import { mediaSrc } from "#ui/media-src.ts";
import type { StructuredData } from "../rendering/structured-data.ts";
import { videoData } from "../rendering/video-data.ts";

/** Label of the facts row that holds the brand of products without a brand field. */
const brandLabel = "Brand";

const picturesNamed = 4;
const reviewsNamed = 5;

const stockTexts = { instock: "InStock", outofstock: "OutOfStock", onbackorder: "BackOrder" } as const;

/** Returns the product's structured data for search engines. */
export function productData(
  product: ProductDetail,
  facts: StoreFacts,
  siteUrl: string,
  reviews: readonly Review[] = [],
): StructuredData {
  const { name, sku, price, rating, allPictures } = product;
  const description = plainText(product.shortDescription) || plainText(product.description);
  const brand = product.brand || product.facts.find(({ label }) => label === brandLabel)?.value;
  const images = allPictures.slice(0, picturesNamed).map((picture) => siteUrl + mediaSrc(picture));
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    url: siteUrl + routes.product(product.slug),
    ...(sku && { sku }),
    ...(description && { description }),
    ...(brand && { brand: { "@type": "Brand", name: brand } }),
    ...(images.length > 0 && { image: images }),
    ...(product.video && {
      subjectOf: videoData(
        {
          video: product.video,
          name,
          description,
          still: product.video.poster ?? allPictures[0],
          uploadedAt: new Date(product.video.uploadedAt),
        },
        { kind: "product", id: product.id, title: name },
        facts.settings,
        siteUrl,
      ),
    }),
    ...(price && { offers: offerData(product, price, facts, siteUrl) }),
    ...(rating.count > 0 && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: rating.average,
        reviewCount: rating.count,
        bestRating: 5,
      },
      review: reviews
        .filter(({ rating: stars }) => stars !== null)
        .slice(0, reviewsNamed)
        .map(reviewData),
    }),
  };
}

function reviewData({ authorName, rating, body, createdAt }: Review): StructuredData {
  return {
    "@type": "Review",
    author: { "@type": "Person", name: authorName },
    datePublished: createdAt.toISOString().slice(0, 10),
    reviewBody: body.slice(0, 1000),
    reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5 },
  };
}

/** Returns one offer, or the combined offer of all variations. */
function offerData(
  { slug, type, variations, availability }: ProductDetail,
  { min, max }: PriceLabel,
  { currency, settings }: StoreFacts,
  siteUrl: string,
): StructuredData {
  const offered =
    type === "variable"
      ? {
          "@type": "AggregateOffer",
          lowPrice: toDecimal(min, currency),
          highPrice: toDecimal(max, currency),
          offerCount: variations.length,
        }
      : { "@type": "Offer", price: toDecimal(min, currency), itemCondition: "https://schema.org/NewCondition" };
  return {
    ...offered,
    priceCurrency: currency.code,
    availability: `https://schema.org/${stockTexts[availability.status]}`,
    url: siteUrl + routes.product(slug),
    seller: { "@type": "Organization", name: settings.shop_name },
  };
}

/** Returns the product's Open Graph properties for link previews. */
export function productProperties({ price, availability }: ProductDetail, { currency }: StoreFacts) {
  const words = { instock: "in stock", outofstock: "out of stock", onbackorder: "available for order" } as const;
  const properties = { "product:availability": words[availability.status] };
  if (!price) return properties;
  return {
    ...properties,
    "product:price:amount": toDecimal(price.min, currency),
    "product:price:currency": currency.code,
  };
}
