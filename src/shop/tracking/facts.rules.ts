import type { Amount, Currency } from "#platform/money.ts";

/** Most categories of an item that are told. Source: storefront specification 11, tracking. */
export const maxCategories = 5;

/** A product or variation that a fact is about. */
export interface TrackedItem {
  /** The variation's id, or the product's. */
  id: number;
  /** "" for none. */
  sku: string;
  name: string;
  /** The chosen attributes, such as "Red, Large"; "" for none. */
  variant: string;
  /** Names; at most `maxCategories` are sent. */
  categories: readonly string[];
  /** The price of one piece before coupons, in minor units. */
  price: Amount;
  /** What coupons and offers take off one piece, in minor units. */
  discount: Amount;
  quantity: number;
  /** Whether it is a variable product without a choice. */
  isGroup: boolean;
}

/** Products with what they cost together. */
interface Goods {
  currency: Currency;
  /** In minor units. */
  value: Amount;
  items: readonly TrackedItem[];
}

/** What is known of an order. */
interface Sale extends Goods {
  /** The order's number at the networks; the same for its purchase, refund and cancellation. */
  transactionId: string;
  affiliation: string;
  tax: Amount;
  shipping: Amount;
  /** Codes; empty for none. */
  coupons: readonly string[];
}

interface Video {
  title: string;
  url: string;
  id: string;
}

interface Quiz {
  quizId: number;
  quizName: string;
}

/** Shares of a video after which its viewing is reported, in per cent. Source: storefront specification 7. */
export const videoMilestones = [10, 25, 50, 75, 90] as const;

/** Something that happened and that networks may be told. */
export type Fact =
  | { kind: "page_view" }
  | ({ kind: "view_content" } & Goods)
  | { kind: "view_item_list"; currency: Currency; listName: string; items: readonly TrackedItem[] }
  | { kind: "select_content"; contentId: string }
  | { kind: "search"; term: string }
  | ({ kind: "add_to_cart" } & Goods)
  | ({ kind: "remove_from_cart" } & Goods)
  | ({ kind: "add_to_wishlist" } & Goods)
  | ({ kind: "begin_checkout"; coupons: readonly string[] } & Goods)
  | ({ kind: "add_payment_info"; coupons: readonly string[] } & Goods)
  | ({ kind: "purchase" } & Sale)
  | ({ kind: "refund" } & Sale)
  | ({ kind: "cancellation" } & Sale)
  | { kind: "lead"; title: string; formId: string }
  | ({ kind: "quiz_lead" } & Quiz)
  | { kind: "complete_registration" }
  | ({ kind: "quiz_start" } & Quiz)
  | ({ kind: "quiz_share" } & Quiz)
  | ({ kind: "quiz_completion"; result: string } & Quiz)
  | {
      kind: "pricing_table_checkout";
      title: string;
      tableId: string;
      plan: string;
      price: number;
      currencyCode: string;
    }
  | { kind: "video_play"; video: Video }
  | { kind: "video_pause"; video: Video; percent: number }
  | { kind: "video_watch"; video: Video; percent: (typeof videoMilestones)[number] }
  | { kind: "video_end"; video: Video }
  /** isCustom: whether networks do not know the name. */
  | { kind: "custom"; name: string; isCustom: boolean; parameters: Payload };

export type FactKind = Fact["kind"];

/** The facts that orders cause; only the shop itself tells networks about them. */
export const saleKinds = ["purchase", "refund", "cancellation"] as const;
export type SaleKind = (typeof saleKinds)[number];
export type SaleFact = Extract<Fact, { kind: SaleKind }>;

/** What a network is told about a fact. */
export type Payload = Readonly<Record<string, unknown>>;

/** An event id: ten hexadecimal digits, the same in a browser's and the server's copy of an event. */
export const eventIdPattern = /^[0-9a-f]{10}$/;

/** Returns the number in a price's text: its digits and dots. NaN if that is none. */
export function priceInText(text: string): number {
  return Number.parseFloat(text.replace(/[^\d.]/g, ""));
}
