import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { translator } from "#messages/translate.ts";
import { type Amount, formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import type { ProductCard } from "#shop/catalogue/product.ts";
import { listArticleTitles } from "#shop/content/articles.ts";
import type { PageServices } from "../rendering/public-page.ts";

/** A place that a search may mean. */
interface SuggestedLink {
  name: string;
  url: string;
}

export interface SuggestedProduct extends SuggestedLink {
  /** As cards print it: one amount, or the lowest and the highest; `was` is the one before a sale. null: it has none. */
  price: { now: string[]; was: string | null } | null;
  picture: { src: string; srcSet: string } | null;
}

/** What the search field shows while somebody types. */
export interface Suggestions {
  products: SuggestedProduct[];
  categories: SuggestedLink[];
  articles: SuggestedLink[];
  /** Where all products are that the text finds; null when there are none. */
  all: SuggestedLink | null;
}

const mostProducts = 6;
const mostLinks = 3;

/** Finds what `text` may mean: of products the best matches, of the others those whose names have all its words. */
export async function findSuggestions(
  { db, catalogue, cards, clock }: Pick<PageServices, "db" | "catalogue" | "cards" | "clock">,
  text: string,
  facts: StoreFacts,
): Promise<Suggestions> {
  const now = clock.now();
  const words = wordsOf(text);
  const hidesOutOfStock = facts.settings.hide_out_of_stock === "yes";
  const [ids, articles] = await Promise.all([
    catalogue.suggest(text, { most: mostProducts, hidesOutOfStock }, now),
    listArticleTitles(db, words, now, mostLinks),
  ]);
  const found = await cards.list(ids, facts, now);
  const categories = facts.categories.all.filter(
    ({ name, productCount }) => productCount > 0 && words.length > 0 && hasWords(name, words),
  );
  return {
    products: found.cards.map((card) => toSuggestion(card, facts)),
    categories: categories.slice(0, mostLinks).map(({ name, path }) => ({ name, url: routes.category(path) })),
    articles: articles.map(({ title, slug }) => ({ name: title, url: routes.article(slug) })),
    all: found.cards.length > 0 ? allResults(text, facts) : null,
  };
}

function allResults(text: string, { settings }: StoreFacts): SuggestedLink {
  return { name: translator(settings.language)("shell.search.all", { query: text }), url: routes.search(text) };
}

function toSuggestion({ name, slug, price, pictures: [picture] }: ProductCard, facts: StoreFacts): SuggestedProduct {
  const printed = (amount: Amount) => formatMoney(amount, facts.currency);
  const small = picture?.renditions.filter(({ format }) => format === "webp").slice(0, 2) ?? [];
  const src = small[0]?.file ?? picture?.file;
  return {
    name,
    url: routes.product(slug),
    price: price && {
      now: [...new Set([price.min, price.was === null ? price.max : price.min])].map(printed),
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

/** Whether each of the words begins one of the name's. */
function hasWords(name: string, words: readonly string[]): boolean {
  const own = wordsOf(name);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}
