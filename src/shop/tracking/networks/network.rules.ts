import { type Amount, type Currency, toDecimal } from "#platform/money.ts";
import type { ConsentCategory } from "../../consent/consent.rules.ts";
import type { Fact, Payload, TrackedItem } from "../facts.rules.ts";

/** An event under a network's own name. */
export interface NetworkEvent {
  name: string;
  /** Whether the network does not know the name. */
  isCustom: boolean;
  payload: Payload;
}

/** A call of a network's script: `window[global](...args)`, or `window[global][method](...args)`. */
export interface BrowserCall {
  global: "fbq" | "ttq" | "pintrk" | "snaptr" | "gtag";
  method?: "track" | "page";
  args: readonly unknown[];
}

/** What a network's script is called with, in addition to the event. */
export interface BrowserContext {
  eventId: string;
  /** The pixel's or measurement's id in the settings. */
  pixelId: string;
}

/** What is sent about a person. Texts are SHA-256 hashes of normalised values unless stated otherwise; missing if unknown. */
export interface HashedPerson {
  email?: string;
  /** Hash of the digits with the country's code. */
  phone?: string;
  /** Hash of the same with a plus sign. */
  e164Phone?: string;
  firstName?: string;
  lastName?: string;
  city?: string;
  state?: string;
  postcode?: string;
  /** Of the two letters in lower case. */
  country?: string;
  externalId?: string;
  /** Not hashed. */
  ip?: string;
  /** Not hashed. */
  userAgent?: string;
  /** Not hashed: what the networks' own scripts stored in the browser. */
  ids: BrowserIds;
}

/** Identifiers of a browser by the cookie that holds them, or that of the click that led to the shop. */
export type BrowserIds = Readonly<Partial<Record<BrowserIdName, string>>>;
export const browserIdNames = ["_fbp", "_fbc", "_ttp", "ttclid", "_epik", "_scid", "_ga", "pixelcat_id"] as const;
export type BrowserIdName = (typeof browserIdNames)[number];

/** What a server event says in addition to its payload. */
export interface ServerContext {
  eventId: string;
  /** Unix seconds. */
  time: number;
  /** The page, without a query. */
  url: string;
  person: HashedPerson;
}

/** How a network is told about facts, in a browser. */
export interface Network {
  /** The consent that it needs. */
  consent: ConsentCategory;
  /** Days after which the network takes an event no more. */
  maxDays: number;
  /** Returns the event; null if the network is not told about the fact. */
  eventOf(fact: Fact, identifier?: "product_id" | "product_sku"): NetworkEvent | null;
  /** Returns the call of its script. */
  browserCall(event: NetworkEvent, context: BrowserContext): BrowserCall;
}

/** Returns an amount as the decimal number that networks expect. */
export function decimalOf(amount: Amount, currency: Currency): number {
  return Number(toDecimal(amount, currency));
}

/** Facts under their own name, for networks that take custom events. Null for all others. */
export function customEvent(fact: Fact): NetworkEvent | null {
  const named = (name: string, payload: Payload): NetworkEvent => ({ name, isCustom: true, payload });
  switch (fact.kind) {
    case "quiz_start":
      return named("QuizStart", quizOf(fact));
    case "quiz_share":
      return named("QuizShare", quizOf(fact));
    case "quiz_completion":
      return named("QuizCompletion", { ...quizOf(fact), quiz_result: fact.result });
    case "video_play":
      return named("VideoPlay", videoOf(fact));
    case "video_pause":
      return named("VideoPause", { ...videoOf(fact), percentage_watched: `${fact.percent}%` });
    case "video_watch":
      return named(`VideoWatch${fact.percent}Percent`, videoOf(fact));
    case "video_end":
      return named("VideoWatchToEnd", videoOf(fact));
    case "custom":
      return { ...named(fact.name, fact.parameters), isCustom: fact.isCustom };
    default:
      return null;
  }
}

/** Returns what is told about a quiz. */
export function quizOf({ quizId, quizName }: { quizId: number; quizName: string }): Payload {
  return { quiz_id: quizId, quiz_name: quizName };
}

function videoOf({ video }: Extract<Fact, { video: unknown }>): Payload {
  return { video_title: video.title, video_url: video.url, video_id: video.id };
}

/** Returns what is told about a lead: the page's title and the form. */
export function leadOf({ title, formId }: Extract<Fact, { kind: "lead" }>): Payload {
  return { content_name: title, form_id: formId };
}

/** Returns what is told about a button of a pricing table. */
export function pricingTableOf(fact: Extract<Fact, { kind: "pricing_table_checkout" }>): Payload {
  return {
    content_name: fact.title,
    pricing_table_id: fact.tableId,
    plan_name: fact.plan,
    price: fact.price,
    currency: fact.currencyCode,
  };
}

/** Products with their value, and what an order adds. */
export type GoodsFact = Extract<Fact, { value: Amount }>;

/** Whether a fact is about the whole cart or an order, not one product. */
export function isOfCart({ kind }: GoodsFact): boolean {
  return !["view_content", "add_to_cart", "remove_from_cart", "add_to_wishlist"].includes(kind);
}

/** Names of the products, and of their categories, joined. */
export function namesOf(items: readonly TrackedItem[]): string {
  return items.map(({ name }) => name).join(", ");
}

function categoriesOf(items: readonly TrackedItem[]): string {
  return [...new Set(items.flatMap(({ categories }) => categories))].join(", ");
}

/** The number of pieces. */
export function piecesOf(items: readonly TrackedItem[]): number {
  return items.reduce((pieces, { quantity }) => pieces + quantity, 0);
}

/**
 * The payload that Meta and TikTok share: value, currency, content_name, content_ids and content_type; for a cart or an
 * order also num_items and content_category.
 */
export function contentPayload(fact: GoodsFact): Payload {
  const { items, currency, value } = fact;
  const isGroup = items.length === 1 && items[0]?.isGroup;
  return {
    value: decimalOf(value, currency),
    currency: currency.code,
    content_name: namesOf(items),
    content_ids: items.map(({ id }) => String(id)),
    content_type: isGroup ? "product_group" : "product",
    ...(isOfCart(fact) && { num_items: piecesOf(items), content_category: categoriesOf(items) }),
  };
}

/** The number of an order in a payload; nothing for other facts. */
export function orderNumberOf(fact: GoodsFact): { order_id?: string } {
  return "transactionId" in fact ? { order_id: fact.transactionId } : {};
}

/** Returns an event of one of the network's own names, if the fact has one. */
export function standardEvent(name: string | undefined, payload: Payload): NetworkEvent | null {
  return name === undefined ? null : { name, isCustom: false, payload };
}

/** Returns an object without its missing and empty values. */
export function present(values: Payload): Payload {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));
}

/** Returns a value as the list that some networks expect; undefined stays missing. */
export function listed(value: string | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : [value];
}
