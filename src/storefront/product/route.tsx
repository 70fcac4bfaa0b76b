import type { FastifyInstance } from "fastify";
import { PageNotFound } from "#http/page-not-found.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { earliest } from "#platform/clock.ts";
import { patterns, routes } from "#routes";
import { highestQuantity, lowestQuantity, quantityFromInput } from "#shop/cart/lines/quantity.rules.ts";
import { plainText } from "#shop/catalogue/plain-text.ts";
import type { Availability, ProductDetail } from "#shop/catalogue/product.ts";
import { withLinked } from "#shop/catalogue/product-detail.ts";
import { initialChoice } from "#shop/catalogue/variations/product-choice.ts";
import { deliveryPromise } from "#shop/delivery/delivery-promise.rules.ts";
import { paymentPromises } from "#shop/payments/payment-methods.ts";
import { shownCharge } from "#shop/taxes/tax-terms.rules.ts";
import { productTracking } from "#shop/tracking/page-tracking.rules.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPublicPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { breadcrumbData } from "../rendering/structured-data.ts";
import { isReviewSelection, loadQuestions, loadReviews, reviewParameters } from "../reviews/fragments/load-reviews.ts";
import { boughtTogether } from "./bought-together.ts";
import { hasBuyBar } from "./buy-bar.tsx";
import { youtubePlayer } from "./client/gallery/video-players.ts";
import { crumbsOf, type ProductChoice, ProductPage } from "./page.tsx";
import { productData, productProperties } from "./product-data.ts";

/** How long (ms) a cached page may miss products that have become related: their changes do not invalidate it. */
const relatedMs = 60 * 60_000;

/** Articles that a product page lists. */
const mostArticles = 3;

/** Registers GET /product/{slug}/, also with comment-page-{n}/ for older reviews. */
export function productRoute(app: FastifyInstance, services: PageServices): void {
  const answer = (visit: Visit, slug: string, reviewPage: number) =>
    answerPublicPage(services, visit, {
      parameters: ["attribute_*", "quantity", "quantity[*", ...reviewParameters],
      load: (page) => loadProduct(services, visit, { slug, reviewPage }, page),
    });
  app.get<{ Params: { slug: string } }>(patterns.product, ({ params, visit }) => answer(visit, params.slug, 1));
  app.get<{ Params: { slug: string; page: string } }>(patterns.productReviews, ({ params, visit }) =>
    answer(visit, params.slug, /^[1-9]\d{0,5}$/.test(params.page) ? Number(params.page) : Number.POSITIVE_INFINITY),
  );
}

interface ProductAddress {
  slug: string;
  /** From 1. */
  reviewPage: number;
}

/**
 * Runs at most eight statements: product, reviews with questions (one more each for older ones), related products, what is
 * related by articles and orders (two), cards of the linked products.
 */
async function loadProduct(
  services: PageServices,
  visit: Visit,
  { slug, reviewPage }: ProductAddress,
  page: PageRequest,
): Promise<PageView> {
  const { facts, now, siteUrl } = page;
  const { cards, details } = services;
  const found = await details.find(slug, facts, now);
  if (!found) throw new PageNotFound();
  const { record } = found;
  const hasUpsells = record.links.some(({ kind }) => kind === "upsell");
  const { id } = record.self;
  const reviewed = { id, slug, reviewsAllowed: found.product.reviewsAllowed };
  const [reviews, questions, relatedIds, { naming, togetherIds }] = await Promise.all([
    loadReviews(services, visit, reviewed, reviewPage, page),
    loadQuestions(services, visit, reviewed, page),
    hasUpsells ? [] : details.listRelatedIds(id, record.categoryIds),
    services.related.find(id, now),
  ]);
  if (!reviews || !questions || (reviewPage > 1 && !found.product.reviewsAllowed)) throw new PageNotFound();
  const ownLinkIds = record.links.filter(({ kind }) => kind !== "cross_sell").map(({ id }) => id);
  const linkedIds = [...ownLinkIds, ...relatedIds, ...togetherIds];
  const linked = await cards.list(linkedIds, facts, now);
  const product = withLinked(found.product, record, linked.cards, relatedIds);
  const choice = choiceOf(product, page);
  const delivery = deliveryPromise(facts.zones, facts.settings, now);
  const crumbs = crumbsOf(product, translator(facts.settings.language)("product.shop"));
  return {
    title: product.name,
    description: plainText(product.shortDescription),
    canonicalPath: routes.product(product.slug),
    bodyClass: hasBuyBar(product) ? "product-template-default has-buy-bar" : "product-template-default",
    flags: { productId: product.id, hasGalleryMedia: product.video !== null || product.spin.length > 1 },
    frameOrigins: product.video?.youtubeId ? [youtubePlayer] : [],
    openGraph: {
      type: "product",
      image: product.allPictures[0] ?? null,
      drawn: { kind: "product", id: product.id, title: product.name },
      properties: productProperties(product, facts),
    },
    tracking: productTracking(product, facts.currency),
    structuredData: [productData(product, facts, siteUrl, reviews.list), breadcrumbData(crumbs, siteUrl)],
    content: (
      <ProductPage
        product={product}
        siteUrl={siteUrl}
        crumbs={crumbs}
        choice={choice}
        priceNote=""
        delivery={delivery}
        payments={paymentPromises(facts.settings).map((promise) => ({
          ...promise,
          charge: shownCharge(promise.charge, facts.settings),
        }))}
        reviews={reviews}
        questions={questions}
        articles={naming.slice(0, mostArticles)}
        together={boughtTogether(product, togetherIds, linked.cards)}
        gallery={{
          hasZoom: facts.settings.zoom_enabled === "yes",
          hasLightbox: facts.settings.photoswipe_enabled === "yes",
          hasSlider: facts.settings.flexslider_enabled === "yes",
        }}
      />
    ),
    isCacheable: choosesExisting(choice, page.query),
    // Includes linked products that are not published yet.
    tags: [
      ...(product.type === "variable" ? [`stock:${product.id}` as const] : []),
      ...[product.id, ...linkedIds].map((id) => `product:${id}` as const),
      ...naming.map((article) => `article:${article.id}` as const),
    ],
    until: earliest(found.until, linked.until, delivery.until, hasUpsells ? null : new Date(now.getTime() + relatedMs)),
  };
}

/** Returns the choice from the address or the product's defaults, and the variation that matches it. */
function choiceOf(product: ProductDetail, { query, facts }: PageRequest): ProductChoice {
  const { attributes, variation } = initialChoice(product, (slug) => query.get(`attribute_${slug}`));
  return {
    maxEmbedded: facts.settings.variation_threshold,
    choiceButtons: facts.settings.choice_buttons,
    attributes,
    variation,
    quantity: quantityOf(query.get("quantity"), (variation ?? product).availability),
    memberQuantities: memberQuantitiesOf(product, query),
  };
}

/** Returns the quantity in the address, limited to the allowed range; null when it is not a number. */
function quantityOf(asked: string | null, limits: Availability): number | null {
  const typed = countOf(asked);
  return typed === null ? null : quantityFromInput(typed, lowestQuantity(limits), highestQuantity(limits));
}

/** Returns the quantities in the address by member id, limited to the allowed ranges; one of each without any. */
function memberQuantitiesOf({ members }: ProductDetail, query: URLSearchParams): Map<number, number> {
  const isAsked = [...query.keys()].some((name) => name.startsWith("quantity["));
  const typed = members.map(({ id, availability }) => {
    const count = isAsked ? (countOf(query.get(`quantity[${id}]`)) ?? 0) : 1;
    return [id, quantityFromInput(count, 0, highestQuantity(availability))] as const;
  });
  return new Map(typed.filter(([, count]) => count > 0));
}

function countOf(asked: string | null): number | null {
  return asked !== null && /^\d{1,9}$/.test(asked) ? Number(asked) : null;
}

/**
 * Returns whether the address chooses only existing options, so that the number of such pages is limited. Addresses
 * with a quantity belong to one visitor after a refused add.
 */
function choosesExisting({ attributes }: ProductChoice, query: URLSearchParams): boolean {
  return [...query].every(
    ([name, value]) =>
      isReviewSelection(name, value) ||
      (name.startsWith("attribute_") && attributes[name.slice("attribute_".length)] === value),
  );
}
