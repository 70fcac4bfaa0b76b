import { routes } from "#routes";
import type { FilledShelves } from "./fill-shop.ts";

/** Requests that are measured together. */
export interface Kind {
  name: string;
  /** Asked for in turn: several where a filter's values might be remembered. */
  paths: readonly string[];
  /** Ms within which 99 of 100 answers have to be there. */
  bar: number;
}

const sortOrders = ["popularity", "rating", "date", "price", "price-desc"];
const [pageBar, filterBar] = [20, 50];

/** Every kind of request on listings. */
export function listKinds({ bigCategory, leaves, attributes }: FilledShelves): Kind[] {
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
    page("search, typo", ...inTurn(["protien", "multivitmin", "magnesum", "colagen"]).map(routes.search)),
  ];
}

/** Suggestions, by what is in the field while somebody writes. */
export const suggestions: Kind = {
  name: "suggestion",
  paths: inTurn(["prot", "protein", "vita", "vitamin c", "magnes", "multivitmin", "omega"]).map(
    (text) => `/chowk/suggest?q=${encodeURIComponent(text)}`,
  ),
  bar: pageBar,
};

/** Texts, each spelled in so many ways with small and capital letters that none is asked for twice in a measurement. */
function inTurn(texts: readonly string[]): string[] {
  const ways = Array.from({ length: 60 }, (_, way) => way);
  return ways.flatMap((way) => texts.map((text) => spelled(text, way)));
}

/** The letters whose bit is set in `way` are capitals. */
function spelled(text: string, way: number): string {
  return Array.from(text, (letter, place) => (place < 31 && (way >> place) & 1 ? letter.toUpperCase() : letter)).join(
    "",
  );
}
