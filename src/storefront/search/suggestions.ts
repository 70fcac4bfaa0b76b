import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { translator } from "#messages/translate.ts";
import { type Amount, formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { findArticles } from "#shop/content/search/find-articles.ts";
import type { FoundArticle } from "#shop/content/search/found-articles.ts";
import type { PageServices } from "../rendering/public-page.ts";

/** A suggested page. */
interface SuggestedLink {
  name: string;
  url: string;
}

export interface SuggestedProduct extends SuggestedLink {
  /** As on cards: the price, or the lowest one; `was` is the regular price of a sale. null for none. */
  price: { now: string; was: string | null } | null;
  picture: { src: string; srcSet: string } | null;
}

export type SuggestServices = Pick<PageServices, "articleIndex" | "db" | "catalogue" | "cards" | "clock" | "facts">;

/** The suggestions of the search field. */
export interface Suggestions {
  products: SuggestedProduct[];
  categories: SuggestedLink[];
  pages: SuggestedLink[];
  articles: SuggestedLink[];
  /** Whether pages and articles are better answers than the products. */
  arePagesFirst: boolean;
  /** Link to all matching products; null when there are none. */
  all: SuggestedLink | null;
}

const maxProducts = 6;
const maxLinks = 3;

/**
 * Returns the products, pages and articles that the results page of `text` shows first, whose last word may be half typed, and
 * the categories whose names contain all words.
 */
export async function findSuggestions(
  { articleIndex, catalogue, cards, clock, facts: { counts } }: SuggestServices,
  text: string,
  facts: StoreFacts,
): Promise<Suggestions> {
  const now = clock.now();
  const words = wordsOf(text);
  const hidesOutOfStock = facts.settings.hide_out_of_stock === "yes";
  const [parsed, typed, index, countOf] = await Promise.all([
    catalogue.parseSearch(text, now),
    catalogue.readTerms(text, true),
    articleIndex(),
    counts(),
  ]);
  const terms = parsed.terms === parsed.typed ? typed : parsed.terms;
  const articles = findArticles(index, { typed, terms, isFound: parsed.isFound }, now).best;
  // A page with that title is a better answer than products with other words.
  const isPage = index.isNamed(typed, now);
  const search = isPage && !parsed.isFound ? typed : parsed.terms;
  const view = await catalogue.read(now);
  const ids = view.choose({ place: "search", search, hidesOutOfStock }).order("relevance", 1, maxProducts);
  const arePagesFirst = isPage && !view.isNamed(search);
  const found = await cards.list(ids, facts, now);
  const categories = facts.categories.all.filter(
    (category) => words.length > 0 && hasWords(category.name, words) && countOf(category) > 0,
  );
  return {
    products: found.cards.map((card) => toSuggestion(card, facts)),
    categories: categories.slice(0, maxLinks).map(({ name, path }) => ({ name, url: routes.category(path) })),
    pages: linksTo(articles, "page"),
    articles: linksTo(articles, "post"),
    arePagesFirst,
    all: found.cards.length > 0 ? allResults(text, facts) : null,
  };
}

function linksTo(articles: readonly FoundArticle[], wanted: FoundArticle["type"]): SuggestedLink[] {
  const some = articles.filter(({ type }) => type === wanted).slice(0, maxLinks);
  return some.map(({ title, slug }) => ({ name: title, url: routes.article(slug) }));
}

function allResults(text: string, { settings }: StoreFacts): SuggestedLink {
  return { name: translator(settings.language)("shell.search.all", { query: text }), url: routes.search(text) };
}

function toSuggestion({ name, slug, price, pictures: [picture] }: ProductCard, facts: StoreFacts): SuggestedProduct {
  const t = translator(facts.settings.language);
  const printed = (amount: Amount) => formatMoney(amount, facts.currency);
  const small = picture?.renditions.filter(({ format }) => format === "webp").slice(0, 2) ?? [];
  const src = small[0]?.file ?? picture?.file;
  return {
    name,
    url: routes.product(slug),
    price: price && {
      now: price.max > price.min ? t("shell.price.from", { amount: printed(price.min) }) : printed(price.min),
      was: price.was === null ? null : printed(price.was),
    },
    picture: src
      ? { src: routes.media(src), srcSet: small.map(({ file, width }) => `${routes.media(file)} ${width}w`).join(", ") }
      : null,
  };
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/['’\p{M}\0]/gu, "");
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns whether each word begins a word of the name. */
function hasWords(name: string, words: readonly string[]): boolean {
  const own = wordsOf(name);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}
