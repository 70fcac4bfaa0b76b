import { routes } from "#routes";
import type { FilledShop } from "./fill-shop.ts";

/** Requests that are measured together. */
export interface Kind {
  name: string;
  /** Requested in turn; several where the shop could cache a filter's result. */
  paths: readonly string[];
  /** Limit in ms for the 99th percentile. */
  bar: number;
}

const sortOrders = ["popularity", "rating", "date", "price", "price-desc"];
const [pageBar, filterBar] = [20, 50];

/** Returns every kind of listing request. */
export function listKinds({ bigCategory, leaves, attributes }: FilledShop): Kind[] {
  const shop = routes.shop();
  const big = routes.category(bigCategory.path);
  const page = (name: string, ...paths: string[]): Kind => ({ name, paths, bar: pageBar });
  const filter = (name: string, ...queries: string[]): Kind => ({
    name: `filter ${name}`,
    paths: queries.map((query) => `${shop}?${query}`),
    bar: filterBar,
  });
  const values = attributes.flatMap(({ slug, values }) =>
    values.slice(0, 4).map((value) => `filter_${slug}=${value.slug}`),
  );
  const bands = Array.from({ length: 20 }, (_, step) => `min_price=${200 + step * 100}&max_price=${900 + step * 200}`);
  return [
    page("shop", shop),
    page("page 200", ...Array.from({ length: 10 }, (_, step) => routes.shop(200 + step))),
    page("category of 30,000", big),
    page("small category", ...leaves.slice(-20).map(({ path }) => routes.category(path))),
    ...sortOrders.map((order) => page(`shop by ${order}`, `${shop}?orderby=${order}`)),
    ...sortOrders.map((order) => page(`category of 30,000 by ${order}`, `${big}?orderby=${order}`)),
    filter("price", ...bands),
    filter("attribute", ...values),
    filter("two attributes", ...values.map((value, at) => `${value}&${values[(at + 7) % values.length]}`)),
    filter("rating", "rating_filter=4"),
    filter("in stock", "filter_stock_status=instock"),
    filter("on sale", "on_sale=yes"),
    filter("category", ...[bigCategory, ...leaves.slice(0, 19)].map(({ slug }) => `product_cat=${slug}`)),
    page("search, common word", ...inTurn(["protein", "vitamin", "capsules", "powder"]).map(routes.search)),
    page(
      "search, two words",
      ...inTurn(["whey protein", "vitamin drops", "organic turmeric", "zinc tea"]).map(routes.search),
    ),
    page("search, synonyms", ...inTurn(["hair fall", "joint pain", "immunity", "kids protein"]).map(routes.search)),
    page(
      "search, a word left out",
      ...inTurn(["protein rocket", "zinc shampoo", "vitamin of doom"]).map(routes.search),
    ),
    page("search, typo", ...inTurn(["protien", "multivitmin", "magnesum", "colagen"]).map(routes.search)),
  ];
}

/** Suggestions for partly typed texts. */
export const suggestions: Kind = {
  name: "suggestion",
  paths: inTurn(["prot", "protein", "vita", "vitamin c", "magnes", "multivitmin", "omega"]).map(
    (text) => `/chowk/suggest?q=${encodeURIComponent(text)}`,
  ),
  bar: pageBar,
};

/** Returns many spellings of each text in upper and lower case, so that no text is requested twice in a measurement. */
function inTurn(texts: readonly string[]): string[] {
  const ways = Array.from({ length: 60 }, (_, way) => way);
  return ways.flatMap((way) => texts.map((text) => spelled(text, way)));
}

/** Capitalizes the letters whose bit is set in `way`. */
function spelled(text: string, way: number): string {
  return Array.from(text, (letter, place) => (place < 31 && (way >> place) & 1 ? letter.toUpperCase() : letter)).join(
    "",
  );
}
