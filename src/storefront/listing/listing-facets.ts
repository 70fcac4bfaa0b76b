import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { Translate } from "#messages/catalogue.ts";
import { type Amount, formatMoney, toDecimal } from "#platform/money.ts";
import type { Category } from "#shop/catalogue/category-tree.ts";
import type { ListingCounts } from "#shop/catalogue/index/listing-filter.ts";
import type { ShopAttribute } from "#shop/catalogue/index/records/listing-records.ts";
import type { ListingChoice } from "./listing-query.ts";

/** A filter with its options and the number of products that each would leave. */
export interface Facet {
  title: string;
  /** Whether several options can be chosen, or only one. */
  kind: "several" | "one";
  options: readonly FacetOption[];
}

export interface FacetOption {
  /** Name and value of the control, as in the address. */
  name: string;
  value: string;
  label: string;
  count: number;
  isChosen: boolean;
}

export interface PriceFacet {
  /** The chosen limits in plain digits; "" for none. */
  min: string;
  max: string;
  /** The lowest and highest price available, in plain digits; "" for none. */
  lowest: string;
  highest: string;
  /** The step of the number fields. */
  step: string;
}

/** An active filter and the choice without it. */
export interface ChosenFilter {
  label: string;
  without: ListingChoice;
}

/** Input for building the facets. */
export interface FacetSource {
  facts: StoreFacts;
  t: Translate;
  attributes: readonly ShopAttribute[];
  choice: ListingChoice;
  counts: ListingCounts;
  /** Categories to filter by; none on a category's page. */
  categories: readonly Category[];
}

/** Returns the facets with the options that leave products or are chosen. Facets without such options are left out. */
export function facetsOf(source: FacetSource): Facet[] {
  const { facts, t, attributes, choice, counts, categories } = source;
  const facets: Facet[] = [
    {
      title: t("catalogue.filter.category"),
      kind: "several",
      options: categories.map((category) => ({
        name: "product_cat",
        value: category.slug,
        label: category.name,
        count: counts.category(facts.categories.withDescendants(category)),
        isChosen: choice.categories.includes(category),
      })),
    },
    ...attributes.map((attribute) => attributeFacet(attribute, source)),
    { title: t("catalogue.filter.rating"), kind: "one", options: ratingOptions(source) },
    { title: t("catalogue.filter.only"), kind: "several", options: stateOptions(source) },
  ];
  return facets
    .map((facet) => ({ ...facet, options: facet.options.filter(({ count, isChosen }) => count > 0 || isChosen) }))
    .filter(({ options }) => options.length > 0);
}

function attributeFacet({ slug, name, values }: ShopAttribute, { choice, counts }: FacetSource): Facet {
  const options = values.map((value) => ({
    name: `filter_${slug}`,
    value: value.slug,
    label: value.name,
    count: counts.value(slug, value.slug),
    isChosen: choice.attributes.get(slug)?.includes(value.slug) ?? false,
  }));
  return { title: name, kind: "several", options };
}

function stateOptions({ t, choice, counts }: FacetSource): FacetOption[] {
  return [
    {
      name: "filter_stock_status",
      value: "instock",
      label: t("catalogue.filter.inStock"),
      count: counts.inStock,
      isChosen: choice.inStock,
    },
    {
      name: "on_sale",
      value: "yes",
      label: t("catalogue.filter.onSale"),
      count: counts.onSale,
      isChosen: choice.onSale,
    },
  ];
}

/** "4 stars and up" is 4 and 5 on the wire. */
const ratingChoices = [4, 3].map((least) => [5, 4, 3].filter((stars) => stars >= least));

function ratingOptions({ t, choice, counts }: FacetSource): FacetOption[] {
  const chosen = choice.ratings.join(",");
  const known = ratingChoices.map((stars) => stars.join(","));
  const choices = chosen === "" || known.includes(chosen) ? ratingChoices : [...ratingChoices, choice.ratings];
  return choices.map((stars) => ({
    name: "rating_filter",
    value: stars.join(","),
    label: ratingLabel(t, stars),
    count: counts.ratings(stars),
    isChosen: stars.join(",") === chosen,
  }));
}

function ratingLabel(t: Translate, stars: readonly number[]): string {
  const least = Math.min(...stars);
  const isUpward = stars.length === 6 - least || ratingChoices.some((choice) => choice.join() === stars.join());
  return isUpward ? t("catalogue.filter.stars", { least }) : t("catalogue.filter.starsOf", { stars: stars.join(", ") });
}

/** Returns the price facet with its limits. */
export function priceFacetOf({ facts, choice, counts }: FacetSource): PriceFacet {
  const numeral = (amount: Amount | null | undefined) =>
    amount === null || amount === undefined ? "" : toDecimal(amount, facts.currency);
  return {
    min: numeral(choice.minPrice),
    max: numeral(choice.maxPrice),
    lowest: numeral(counts.prices?.min),
    highest: numeral(counts.prices?.max),
    step: toDecimal(1, facts.currency),
  };
}

/** Returns the active filters, each with the choice that remains without it. */
export function chosenFilters({ facts, t, attributes, choice }: FacetSource): ChosenFilter[] {
  const { currency } = facts;
  const chosen: ChosenFilter[] = choice.categories.map((category) => ({
    label: category.name,
    without: { ...choice, categories: choice.categories.filter((one) => one !== category) },
  }));
  for (const { slug, values } of attributes)
    for (const value of values) {
      const slugs = choice.attributes.get(slug) ?? [];
      if (!slugs.includes(value.slug)) continue;
      const left = slugs.filter((one) => one !== value.slug);
      const rest = [...choice.attributes].filter(([other]) => other !== slug || left.length > 0);
      const kept = rest.map(([other, all]) => [other, other === slug ? left : all] as const);
      chosen.push({ label: value.name, without: { ...choice, attributes: new Map(kept) } });
    }
  const add = (isChosen: boolean, label: () => string, without: Partial<ListingChoice>) => {
    if (isChosen) chosen.push({ label: label(), without: { ...choice, ...without } });
  };
  const { minPrice, maxPrice } = choice;
  add(minPrice !== null, () => t("catalogue.filter.from", { price: formatMoney(minPrice ?? 0, currency) }), {
    minPrice: null,
  });
  add(maxPrice !== null, () => t("catalogue.filter.upTo", { price: formatMoney(maxPrice ?? 0, currency) }), {
    maxPrice: null,
  });
  add(choice.ratings.length > 0, () => ratingLabel(t, choice.ratings), { ratings: [] });
  add(choice.inStock, () => t("catalogue.filter.inStock"), { inStock: false });
  add(choice.onSale, () => t("catalogue.filter.onSale"), { onSale: false });
  return chosen;
}
