import { toDecimal } from "#platform/money.ts";
import { type Fact, maxCategories, type Payload, type TrackedItem } from "#shop/tracking/facts.rules.ts";
import { networkIds } from "#shop/tracking/network-sources.rules.ts";
import type { Network } from "#shop/tracking/networks/network.rules.ts";
import { type NetworkName, networks } from "#shop/tracking/networks/networks.rules.ts";
import type { PageTracking } from "#shop/tracking/page-tracking.rules.ts";
import type { ParameterContext } from "./page-parameters.ts";

/** Ends of the names of the objects that pixel scripts read, by network. Source: wire notes 14. */
const suffixes: Readonly<Record<NetworkName, string>> = {
  meta: "",
  tiktok: "Tiktok",
  pinterest: "Pinterest",
  snapchat: "Snapchat",
  google: "GA",
};

/** Names of the objects about products, without their ends. */
const objectNames: Readonly<Partial<Record<Fact["kind"], string>>> = {
  view_content: "fcaPcWooProduct",
  begin_checkout: "fcaPcWooCheckoutCart",
  purchase: "fcaPcWooPurchase",
};

/**
 * Returns the objects that others' analytics and pixel scripts read, by global name: nothing while no network is configured,
 * `ga4w` with Google only, and an object of a pixel with its network only. Source: wire notes 12 and 14.
 */
export function analyticsData(context: ParameterContext): Readonly<Record<string, unknown>> {
  const { settings } = context.facts;
  const configured = Object.keys(networkIds(settings)) as NetworkName[];
  if (configured.length === 0) return {};
  const tracking = context.page.tracking ?? { facts: [], items: [] };
  const facts = factsForOthers(tracking);
  const viewed = facts.find((fact) => fact.kind === "view_content")?.items[0];
  const search = facts.find((fact) => fact.kind === "search");
  return {
    ...(settings.google_measurement_id && { ga4w: googleData(context, tracking, facts) }),
    ...(viewed && { _wca: [productView(viewed, context)] }),
    fcaPcEvents: settings.pixel_events.map((event) => ({ parameters: {}, apiAction: "trackCustom", ...event })),
    fcaPcPost: postOf(context, viewed),
    ...(search && { fcaPcSearchQuery: networks.meta.eventOf(search)?.payload }),
    ...Object.fromEntries(configured.flatMap((name) => facts.flatMap((fact) => pixelObject(name, fact, settings)))),
  };
}

/** Others' scripts know no event id, so they get the purchase once only. */
function factsForOthers({ facts, isTold }: PageTracking): readonly Fact[] {
  return isTold ? facts.filter(({ kind }) => kind !== "purchase") : facts;
}

/** Returns the name of an object and the object; nothing if pixel scripts know none of the fact. */
function pixelObject(
  name: NetworkName,
  fact: Fact,
  { google_item_identifier: identifier }: ParameterContext["facts"]["settings"],
): readonly (readonly [string, Payload])[] {
  const object = objectNames[fact.kind];
  const network: Network = networks[name];
  const payload = network.eventOf(fact, identifier)?.payload;
  if (!object || !payload) return [];
  // On product pages, Google's items are one object in the protocol, not a list.
  const isSingle = name === "google" && fact.kind === "view_content" && Array.isArray(payload.items);
  return [[object + suffixes[name], isSingle ? { ...payload, items: [payload.items].flat()[0] } : payload]];
}

/** Returns the page as pixel scripts name its parts in the parameters of their events. */
function postOf({ page }: ParameterContext, viewed: TrackedItem | undefined) {
  return {
    title: page.title ?? "",
    type: viewed ? "product" : page.isArticle ? "post" : "page",
    id: viewed?.id ?? 0,
    categories: viewed?.categories.slice(0, maxCategories) ?? [],
  };
}

/** Returns the view of a product for the queue of shop analytics; the browser adds what is common to all entries. */
function productView({ id, name, categories, price, isGroup }: TrackedItem, { facts: { currency } }: ParameterContext) {
  return {
    _en: "woocommerceanalytics_product_view",
    pi: id,
    pn: name,
    pc: categories.slice(0, maxCategories).join(", "),
    pp: toDecimal(price, currency),
    pt: isGroup ? "variable" : "simple",
  };
}

/** Returns what Google Analytics for WooCommerce reads. Prices are integers in minor units. Source: wire notes 12.1. */
function googleData(
  { facts: { settings, currency } }: ParameterContext,
  tracking: PageTracking,
  facts: readonly Fact[],
) {
  const itemOf = (item: TrackedItem) => googleItem(item, currency.minorUnit);
  const viewed = facts.find((fact) => fact.kind === "view_content");
  const list = facts.find((fact) => fact.kind === "view_item_list");
  const added = facts.find((fact) => fact.kind === "add_to_cart")?.items[0];
  const names = facts.flatMap((fact) => networks.google.eventOf(fact)?.name ?? []);
  return {
    settings: {
      tracker_function_name: "gtag",
      events: settings.google_events,
      identifier: settings.google_item_identifier,
      currency: currency.code,
    },
    data: {
      events: names,
      ...(viewed?.items[0] && { product: itemOf(viewed.items[0]) }),
      products: list?.items.map(itemOf) ?? [],
      ...(list && { list_name: list.listName }),
      ...(added && { added_to_cart: { ...itemOf(added), quantity: added.quantity } }),
      ...tracking.forScripts,
    },
  };
}

function googleItem({ id, sku, name, variant, categories, price }: TrackedItem, currency_minor_unit: number) {
  return {
    id,
    sku,
    name,
    variation: variant,
    prices: { price, currency_minor_unit },
    categories: categories.slice(0, maxCategories).map((category) => ({ name: category })),
  };
}
