import { type Amount, type Currency, minus } from "#platform/money.ts";
import { type Fact, type FactKind, maxCategories, type Payload, type TrackedItem } from "../facts.rules.ts";
import {
  customEvent,
  decimalOf,
  type GoodsFact,
  type Network,
  pricingTableOf,
  standardEvent,
} from "./network.rules.ts";

type Identifier = "product_id" | "product_sku";

const names: Readonly<Partial<Record<FactKind, string>>> = {
  view_content: "view_item",
  add_to_cart: "add_to_cart",
  remove_from_cart: "remove_from_cart",
  add_to_wishlist: "add_to_wishlist",
  begin_checkout: "begin_checkout",
  add_payment_info: "add_payment_info",
  purchase: "purchase",
  refund: "refund",
  cancellation: "refund",
};

/** The id of an item: its number, or its SKU, with "#" and its number for what has none. */
function idOf({ id, sku }: TrackedItem, identifier: Identifier): string {
  return identifier === "product_id" ? String(id) : sku || `#${id}`;
}

/** Returns an item as Google names its parts. A discount is taken off the price. */
function googleItem(item: TrackedItem, currency: Currency, identifier: Identifier): Payload {
  const { name, variant, categories, price, discount, quantity } = item;
  const amount = (value: Amount) => decimalOf(value, currency);
  const named = categories
    .slice(0, maxCategories)
    .map((category, index) => [index === 0 ? "item_category" : `item_category${index + 1}`, category] as const);
  return {
    item_id: idOf(item, identifier),
    item_name: name,
    ...Object.fromEntries(named),
    ...(variant && { item_variant: variant }),
    quantity,
    price: amount(minus(price, discount)),
    ...(discount > 0 && { discount: amount(discount) }),
  };
}

function listPayload({ items, listName, currency }: Extract<Fact, { kind: "view_item_list" }>, by: Identifier) {
  return {
    item_list_id: "engagement",
    item_list_name: listName,
    items: items.map((item, index) => {
      const { quantity: _, ...listed } = googleItem(item, currency, by);
      return { ...listed, item_list_name: listName, index: index + 1 };
    }),
  };
}

function goodsPayload(fact: GoodsFact, by: Identifier): Payload {
  const { currency, value, items } = fact;
  const amount = (part: Amount) => decimalOf(part, currency);
  const coupons = "coupons" in fact ? fact.coupons : [];
  return {
    ...("transactionId" in fact && {
      transaction_id: fact.transactionId,
      affiliation: fact.affiliation,
      tax: amount(fact.tax),
      shipping: amount(fact.shipping),
    }),
    currency: currency.code,
    value: amount(value),
    ...(coupons.length > 0 && { coupon: coupons.join(",") }),
    items: items.map((item) => googleItem(item, currency, by)),
  };
}

/** Google Analytics: `gtag`, and the Measurement Protocol. */
export const google: Network = {
  consent: "statistics",
  maxDays: 3,
  eventOf(fact, identifier = "product_id") {
    switch (fact.kind) {
      case "page_view":
        return standardEvent("page_view", {});
      case "search":
        return standardEvent("search", { search_term: fact.term });
      case "select_content":
        return standardEvent("select_content", { content_type: "product", content_id: fact.contentId });
      case "view_item_list":
        return fact.items.length === 0 ? null : standardEvent("view_item_list", listPayload(fact, identifier));
      case "pricing_table_checkout":
        return standardEvent("begin_checkout", pricingTableOf(fact));
      default:
        return "value" in fact ? standardEvent(names[fact.kind], goodsPayload(fact, identifier)) : customEvent(fact);
    }
  },
  browserCall({ name, payload }, { pixelId }) {
    if (name === "page_view") return { global: "gtag", args: ["config", pixelId] };
    return { global: "gtag", args: ["event", name, payload] };
  },
};
