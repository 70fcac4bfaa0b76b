import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { PageParameters } from "#http/page-cache/cache-key.ts";
import { parseDecimal, toDecimal } from "#platform/money.ts";
import type { Category } from "#shop/catalogue/category-tree.ts";
import type { ChosenFilters } from "#shop/catalogue/index/listing-filter.ts";
import type { ShopAttribute } from "#shop/catalogue/index/records/listing-records.ts";

/** Names of the query parameters that a listing reads. */
export const listingParameters: PageParameters = [
  "orderby",
  "min_price",
  "max_price",
  "on_sale",
  "rating_filter[]",
  "product_cat[]",
  "filter_*[]",
];

/** Most values read from one list, more than anyone would choose. */
const maxValues = 30;

/** The filters chosen in the address: only existing values, each once, in the shop's order. */
export interface ListingChoice extends Omit<ChosenFilters, "categories"> {
  categories: readonly Category[];
}

/** Reads the chosen filters. Ignores unknown values; swaps price limits that are reversed. */
export function readChoice(
  query: URLSearchParams,
  { categories, currency }: StoreFacts,
  attributes: readonly ShopAttribute[],
): ListingChoice {
  const listed = (name: string) => new Set((query.get(name) ?? "").split(",").slice(0, maxValues));
  const wanted = listed("product_cat");
  const stars = listed("rating_filter");
  const chosen = attributes.map(({ slug, values }) => {
    const slugs = listed(`filter_${slug}`);
    return [slug, values.filter((value) => slugs.has(value.slug)).map((value) => value.slug)] as const;
  });
  const least = parseDecimal(query.get("min_price") ?? "", currency) ?? null;
  const most = parseDecimal(query.get("max_price") ?? "", currency) ?? null;
  const [min, max] = least !== null && most !== null && least > most ? [most, least] : [least, most];
  return {
    categories: categories.all.filter(({ slug }) => wanted.has(slug)),
    attributes: new Map(chosen.filter(([, values]) => values.length > 0)),
    minPrice: min === 0 ? null : min,
    maxPrice: max,
    ratings: [5, 4, 3, 2, 1].filter((one) => stars.has(String(one))),
    inStock: listed("filter_stock_status").has("instock"),
    onSale: ["yes", "1"].includes(query.get("on_sale") ?? ""),
  };
}

/** Returns the choice as query parameters. Equal choices give equal parameters. */
export function choiceParameters(choice: ListingChoice, { currency }: StoreFacts): [name: string, value: string][] {
  const parameters: [string, string][] = [];
  const add = (name: string, values: readonly (string | number)[]) => {
    if (values.length > 0) parameters.push([name, values.join(",")]);
  };
  add(
    "product_cat",
    choice.categories.map(({ slug }) => slug),
  );
  for (const [slug, values] of choice.attributes) add(`filter_${slug}`, values);
  add("min_price", choice.minPrice === null ? [] : [toDecimal(choice.minPrice, currency)]);
  add("max_price", choice.maxPrice === null ? [] : [toDecimal(choice.maxPrice, currency)]);
  add("rating_filter", choice.ratings);
  add("filter_stock_status", choice.inStock ? ["instock"] : []);
  add("on_sale", choice.onSale ? ["yes"] : []);
  return parameters;
}

/** Returns the choice as filters of the catalogue index. */
export function toFilters(choice: ListingChoice, { categories }: StoreFacts): ChosenFilters {
  return { ...choice, categories: choice.categories.map((category) => categories.withDescendants(category)) };
}
