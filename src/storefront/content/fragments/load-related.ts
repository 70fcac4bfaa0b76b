import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { ShopServices } from "#http/shop-services.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { dailyChoice } from "#shop/content/related/daily-choice.rules.ts";
import type { RelatedCandidates, RelatedPost } from "#shop/content/related/related-content.ts";
import { firstWords } from "#shop/content/summary.ts";
import { dayIn, endOfDay, timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import type { RelatedItem } from "./related-posts.tsx";

/** The best ones, so many times as many as are shown, take turns. */
const turns = 2;

/** Words of an excerpt. */
const excerptWords = 50;

interface RelatedRequest {
  /** The post, page or product whose related posts are asked for. */
  id: number;
  /** Ids that are left out. */
  excluded?: readonly number[];
  /** A product's related products; an article has its own. */
  productIds?: readonly number[];
}

type Services = Pick<ShopServices, "cards" | "related">;

/** The related posts of a page. */
export interface LoadedRelated {
  /** As many as the setting says, or none. */
  items: RelatedItem[];
  candidates: RelatedCandidates;
  /** Products (ids) whose changes change the items. */
  productIds: readonly number[];
  /** When others are chosen, or one of them changes as scheduled. */
  until: Date;
}

/** Chooses today's related posts of a page. From memory; at most three statements otherwise. */
export async function loadRelated(
  { related, cards }: Services,
  { id, excluded = [], productIds }: RelatedRequest,
  facts: StoreFacts,
  now: Date,
): Promise<LoadedRelated> {
  const { settings } = facts;
  const candidates = await related.find(id, now);
  const isOther = (one: number) => one !== id && !excluded.includes(one);
  const size = settings.related_posts_size;
  const zone = timeZoneOf(settings);
  const turn = { day: dayIn(now, zone), pageId: id };
  const posts = candidates.posts.filter((post) => isOther(post.id));
  if (!productIds && posts.length < size) posts.push(...candidates.newest.filter((post) => isOther(post.id)));
  // An article has as many products as the setting says, a product as many as it lacks articles.
  const productCount = productIds ? Math.max(0, size - posts.length) : settings.related_posts_products;
  const listed = productCount === 0 ? [] : (productIds ?? candidates.productIds).filter(isOther);
  const shown = await cards.list(listed, facts, now);
  const products = dailyChoice(shown.cards, Math.min(productCount, size), turn);
  const missing = size - products.length;
  const items = [
    ...dailyChoice(posts.slice(0, missing * turns), missing, turn).map((post) => itemOfPost(post, settings.language)),
    ...products.map((card) => itemOfProduct(card, settings.language)),
  ];
  return {
    items: items.length === size ? items : [],
    candidates,
    productIds: listed,
    until: earlier(endOfDay(now, zone), shown.until),
  };
}

function earlier(one: Date, other: Date | null): Date {
  return other !== null && other < one ? other : one;
}

function itemOfPost(post: RelatedPost, language: Parameters<typeof translator>[0]): RelatedItem {
  const t = translator(language);
  const category = post.category && post.category.slug !== "uncategorized" ? post.category : null;
  const topic = category ?? post.tag;
  const topicRoute = category ? routes.articleCategory : routes.articleTag;
  return {
    id: post.id,
    href: routes.article(post.slug),
    title: post.title,
    author: post.author?.name ?? "",
    date: post.publishedAt,
    format: post.format,
    excerpt: firstWords(post.summary, excerptWords),
    contextHref: topic && topicRoute(topic.slug),
    context: topic ? t("content.relatedIn", { topic: topic.name }) : t("content.relatedSimilar"),
    picture: post.picture,
  };
}

function itemOfProduct(card: ProductCard, language: Parameters<typeof translator>[0]): RelatedItem {
  const [category] = card.categories;
  const t = translator(language);
  return {
    id: card.id,
    href: routes.product(card.slug),
    title: card.name,
    author: "",
    date: null,
    format: null,
    excerpt: card.facts.map(({ label, value }) => `${label}: ${value}`).join(", "),
    contextHref: category ? routes.category(category.path) : null,
    context: category ? t("content.relatedIn", { topic: category.name }) : t("content.relatedSimilar"),
    picture: card.pictures[0] ?? null,
  };
}
