import { expect, test } from "vitest";
import { type Fact, type FactKind, priceInText, type TrackedItem } from "../facts.rules.ts";
import type { HashedPerson, NetworkEvent } from "./network.rules.ts";
import { type NetworkName, networkNames, networks } from "./networks.rules.ts";
import { clientIdOf, serverEvents } from "./server-events.rules.ts";

const currency = { code: "PKR", symbol: "Rs", minorUnit: 0 };
const rug: TrackedItem = {
  id: 12,
  sku: "RUG-1",
  name: "Rug",
  variant: "",
  categories: ["Home"],
  price: 2999,
  discount: 0,
  quantity: 1,
  isGroup: false,
};
const scarf: TrackedItem = {
  ...rug,
  id: 7,
  sku: "",
  name: "Scarf",
  variant: "Red",
  categories: ["A", "B", "C", "D", "E", "F", "G"],
  price: 500,
  discount: 50,
  quantity: 2,
};
const goods = { currency, value: 2999, items: [rug] };
const cart = { currency, value: 3899, items: [rug, scarf], coupons: ["EID10"] };
const sale = { ...cart, transactionId: "1041", affiliation: "Sana Fashion", tax: 99, shipping: 200 };
const quiz = { quizId: 3, quizName: "Which rug?" };
const video = { title: "Weaving", url: "https://www.youtube.com/embed/abc", id: "abc" };

const facts: readonly Fact[] = [
  { kind: "page_view" },
  { kind: "view_content", ...goods },
  { kind: "view_item_list", currency, listName: "New", items: [rug] },
  { kind: "select_content", contentId: "12" },
  { kind: "search", term: "rug" },
  { kind: "add_to_cart", ...goods },
  { kind: "remove_from_cart", ...goods },
  { kind: "add_to_wishlist", ...goods },
  { kind: "begin_checkout", ...cart },
  { kind: "add_payment_info", ...cart },
  { kind: "purchase", ...sale },
  { kind: "refund", ...sale },
  { kind: "cancellation", ...sale },
  { kind: "lead", title: "Offers", formId: "f1" },
  { kind: "quiz_lead", ...quiz },
  { kind: "complete_registration" },
  { kind: "quiz_start", ...quiz },
  { kind: "quiz_share", ...quiz },
  { kind: "quiz_completion", ...quiz, result: "Kilim" },
  { kind: "pricing_table_checkout", title: "Plans", tableId: "t1", plan: "Pro", price: 9.5, currencyCode: "USD" },
  { kind: "video_play", video },
  { kind: "video_pause", video, percent: 42 },
  { kind: "video_watch", video, percent: 25 },
  { kind: "video_end", video },
  { kind: "custom", name: "Gift wrap", isCustom: true, parameters: { colour: "red" } },
];

const factOf = (kind: FactKind) => facts.find((fact) => fact.kind === kind) as Fact;
const eventOf = (network: NetworkName, kind: FactKind) => networks[network].eventOf(factOf(kind));
const nameOf = (event: NetworkEvent | null) => (event?.isCustom ? `custom ${event.name}` : (event?.name ?? "-"));

test("every fact has the name that each network documents, or is not told", () => {
  const table = facts.map((fact) => [
    fact.kind,
    ...networkNames.map((network) => nameOf(networks[network].eventOf(fact))),
  ]);
  expect(networkNames).toEqual(["meta", "tiktok", "pinterest", "snapchat", "google"]);
  expect(table).toEqual([
    ["page_view", "PageView", "PageView", "page", "PAGE_VIEW", "page_view"],
    ["view_content", "ViewContent", "ViewContent", "PageVisit", "VIEW_CONTENT", "view_item"],
    ["view_item_list", "-", "-", "-", "-", "view_item_list"],
    ["select_content", "-", "-", "-", "-", "select_content"],
    ["search", "Search", "-", "-", "-", "search"],
    ["add_to_cart", "AddToCart", "AddToCart", "AddToCart", "ADD_CART", "add_to_cart"],
    ["remove_from_cart", "-", "-", "-", "-", "remove_from_cart"],
    ["add_to_wishlist", "AddToWishlist", "AddToWishlist", "-", "ADD_TO_WISHLIST", "add_to_wishlist"],
    ["begin_checkout", "InitiateCheckout", "InitiateCheckout", "-", "START_CHECKOUT", "begin_checkout"],
    ["add_payment_info", "AddPaymentInfo", "AddPaymentInfo", "-", "ADD_BILLING", "add_payment_info"],
    ["purchase", "Purchase", "CompletePayment", "Checkout", "PURCHASE", "purchase"],
    ["refund", "custom Refund", "custom Refund", "-", "-", "refund"],
    ["cancellation", "custom Cancellation", "custom Cancellation", "-", "-", "refund"],
    ["lead", "Lead", "-", "Lead", "-", "-"],
    ["quiz_lead", "Lead", "-", "Lead", "-", "-"],
    ["complete_registration", "CompleteRegistration", "CompleteRegistration", "Signup", "-", "-"],
    ["quiz_start", "custom QuizStart", "custom QuizStart", "-", "-", "custom QuizStart"],
    ["quiz_share", "custom QuizShare", "custom QuizShare", "-", "-", "custom QuizShare"],
    ["quiz_completion", "custom QuizCompletion", "custom QuizCompletion", "-", "-", "custom QuizCompletion"],
    ["pricing_table_checkout", "InitiateCheckout", "InitiateCheckout", "-", "START_CHECKOUT", "begin_checkout"],
    ["video_play", "custom VideoPlay", "custom VideoPlay", "-", "-", "custom VideoPlay"],
    ["video_pause", "custom VideoPause", "custom VideoPause", "-", "-", "custom VideoPause"],
    ["video_watch", "custom VideoWatch25Percent", "custom VideoWatch25Percent", "-", "-", "custom VideoWatch25Percent"],
    ["video_end", "custom VideoWatchToEnd", "custom VideoWatchToEnd", "-", "-", "custom VideoWatchToEnd"],
    ["custom", "custom Gift wrap", "custom Gift wrap", "-", "-", "custom Gift wrap"],
  ]);
});

test("an added product has the payload that each network expects", () => {
  const shared = {
    value: 2999,
    currency: "PKR",
    content_name: "Rug",
    content_ids: ["12"],
    content_type: "product",
  };
  expect(eventOf("meta", "add_to_cart")?.payload).toEqual({
    ...shared,
    contents: [{ id: "12", quantity: 1, item_price: 2999 }],
  });
  expect(eventOf("tiktok", "add_to_wishlist")?.payload).toEqual({
    ...shared,
    contents: [{ content_id: "12", content_name: "Rug", quantity: 1, price: 2999 }],
  });
  expect(eventOf("google", "add_to_cart")?.payload).toEqual({
    value: 2999,
    currency: "PKR",
    items: [{ item_id: "12", item_name: "Rug", item_category: "Home", quantity: 1, price: 2999 }],
  });
  expect(eventOf("pinterest", "add_to_cart")?.payload).toEqual({
    value: 2999,
    currency: "PKR",
    product_name: "Rug",
    product_id: "12",
  });
  expect(eventOf("snapchat", "add_to_cart")?.payload).toEqual({
    price: 2999,
    currency: "PKR",
    description: "Rug",
    item_ids: ["12"],
  });
});

test("a variable product is a product group", () => {
  const fact = { kind: "view_content", ...goods, items: [{ ...rug, isGroup: true }] } as const;
  expect(networks.meta.eventOf(fact)?.payload).toMatchObject({ content_type: "product_group" });
});

test("amounts become decimals of the currency", () => {
  const fact = { kind: "add_to_cart", ...goods, currency: { ...currency, minorUnit: 2 } } as const;
  expect(networks.meta.eventOf(fact)?.payload).toMatchObject({ value: 29.99, contents: [{ item_price: 29.99 }] });
  expect(networks.google.eventOf(fact)?.payload).toMatchObject({ value: 29.99, items: [{ price: 29.99 }] });
});

test("a purchase names the order, its products and pieces", () => {
  const shared = {
    value: 3899,
    currency: "PKR",
    content_name: "Rug, Scarf",
    content_ids: ["12", "7"],
    content_type: "product",
    num_items: 3,
    content_category: "Home, A, B, C, D, E, F, G",
    order_id: "1041",
  };
  expect(eventOf("meta", "purchase")?.payload).toMatchObject(shared);
  expect(eventOf("tiktok", "purchase")?.payload).toMatchObject(shared);
  expect(eventOf("pinterest", "purchase")?.payload).toEqual({
    value: 3899,
    currency: "PKR",
    product_name: "Rug, Scarf",
    product_id: ["12", "7"],
    order_quantity: 3,
    order_id: "1041",
  });
  expect(eventOf("snapchat", "purchase")?.payload).toEqual({
    price: 3899,
    currency: "PKR",
    description: "Rug, Scarf",
    item_ids: ["12", "7"],
    number_items: 3,
    transaction_id: "1041",
  });
});

test("Google gets five categories, the discounted price, and the SKU if the shop wants that", () => {
  expect(networks.google.eventOf(factOf("purchase"), "product_sku")?.payload).toEqual({
    transaction_id: "1041",
    affiliation: "Sana Fashion",
    tax: 99,
    shipping: 200,
    currency: "PKR",
    value: 3899,
    coupon: "EID10",
    items: [
      { item_id: "RUG-1", item_name: "Rug", item_category: "Home", quantity: 1, price: 2999 },
      {
        item_id: "#7",
        item_name: "Scarf",
        item_category: "A",
        item_category2: "B",
        item_category3: "C",
        item_category4: "D",
        item_category5: "E",
        item_variant: "Red",
        quantity: 2,
        price: 450,
        discount: 50,
      },
    ],
  });
});

test("Google's list of products counts from 1 and is not told when it is empty", () => {
  expect(eventOf("google", "view_item_list")?.payload).toEqual({
    item_list_id: "engagement",
    item_list_name: "New",
    items: [{ item_id: "12", item_name: "Rug", item_category: "Home", price: 2999, item_list_name: "New", index: 1 }],
  });
  expect(networks.google.eventOf({ kind: "view_item_list", currency, listName: "New", items: [] })).toBeNull();
  expect(eventOf("google", "select_content")?.payload).toEqual({ content_type: "product", content_id: "12" });
});

test("leads, quizzes, pricing tables and videos have their own payloads", () => {
  expect(eventOf("meta", "lead")?.payload).toEqual({ content_name: "Offers", form_id: "f1" });
  expect(eventOf("pinterest", "quiz_lead")?.payload).toEqual({ quiz_id: 3, quiz_name: "Which rug?" });
  expect(eventOf("tiktok", "quiz_completion")?.payload).toEqual({
    quiz_id: 3,
    quiz_name: "Which rug?",
    quiz_result: "Kilim",
  });
  expect(eventOf("google", "pricing_table_checkout")?.payload).toEqual({
    content_name: "Plans",
    pricing_table_id: "t1",
    plan_name: "Pro",
    price: 9.5,
    currency: "USD",
  });
  expect(eventOf("meta", "video_pause")?.payload).toEqual({
    video_title: "Weaving",
    video_url: "https://www.youtube.com/embed/abc",
    video_id: "abc",
    percentage_watched: "42%",
  });
  expect(eventOf("meta", "video_watch")?.payload).not.toHaveProperty("percentage_watched");
});

test("a price is the digits and dots of its text", () => {
  expect(priceInText("Rs 1,299.50 / month")).toBe(1299.5);
  expect(priceInText("free")).toBeNaN();
});

test("browser calls carry the event id under each network's name", () => {
  const context = { eventId: "00ff00ff00", pixelId: "G-ABCD" };
  const callOf = (network: NetworkName, kind: FactKind) =>
    networks[network].browserCall(eventOf(network, kind) as NetworkEvent, context);
  expect(callOf("meta", "search")).toEqual({
    global: "fbq",
    args: ["track", "Search", { search_string: "rug" }, { eventID: "00ff00ff00" }],
  });
  expect(callOf("meta", "custom").args[0]).toBe("trackCustom");
  expect(callOf("tiktok", "page_view")).toEqual({ global: "ttq", method: "page", args: [] });
  expect(callOf("tiktok", "custom")).toEqual({
    global: "ttq",
    method: "track",
    args: ["Gift wrap", { colour: "red" }, { event_id: "00ff00ff00" }],
  });
  expect(callOf("pinterest", "page_view").args).toEqual(["page", { event_id: "00ff00ff00" }]);
  expect(callOf("snapchat", "page_view").args).toEqual(["track", "PAGE_VIEW", { client_dedup_id: "00ff00ff00" }]);
  expect(callOf("google", "page_view").args).toEqual(["config", "G-ABCD"]);
  expect(callOf("google", "search").args).toEqual(["event", "search", { search_term: "rug" }]);
});

const person: HashedPerson = {
  email: "e".repeat(64),
  phone: "a".repeat(64),
  e164Phone: "b".repeat(64),
  ip: "203.0.113.9",
  userAgent: "Browser/1",
  ids: { _fbp: "fb.1.1.2", _ga: "GA1.1.123.456", _scid: "s-1" },
};
const context = { eventId: "00ff00ff00", time: 1_790_000_000, url: "https://shop.example/checkout/", person };

test("server events have each network's fields, and none for what is unknown", () => {
  const serverEvent = (network: NetworkName, kind: FactKind) =>
    serverEvents[network](eventOf(network, kind) as NetworkEvent, context);
  expect(serverEvent("meta", "page_view")).toEqual({
    event_name: "PageView",
    event_time: 1_790_000_000,
    event_id: "00ff00ff00",
    action_source: "website",
    event_source_url: "https://shop.example/checkout/",
    user_data: {
      em: ["e".repeat(64)],
      ph: ["a".repeat(64)],
      client_ip_address: "203.0.113.9",
      client_user_agent: "Browser/1",
      fbp: "fb.1.1.2",
    },
  });
  expect(serverEvent("tiktok", "purchase")).toMatchObject({
    event: "CompletePayment",
    user: { email: "e".repeat(64), phone: "b".repeat(64), ip: "203.0.113.9" },
    page: { url: "https://shop.example/checkout/" },
    properties: { order_id: "1041" },
  });
  expect(serverEvent("pinterest", "purchase")).toMatchObject({
    event_name: "checkout",
    custom_data: { value: "3899", content_ids: ["12", "7"], num_items: 3, order_id: "1041" },
  });
  expect(serverEvent("snapchat", "purchase")).toMatchObject({
    event_name: "PURCHASE",
    action_source: "WEB",
    user_data: { sc_cookie1: "s-1" },
    custom_data: { value: 3899, content_ids: ["12", "7"], order_id: "1041" },
  });
  expect(serverEvent("google", "refund")).toMatchObject({
    client_id: "123.456",
    timestamp_micros: 1_790_000_000_000_000,
    events: [{ name: "refund", params: { transaction_id: "1041", value: 3899 } }],
  });
});

test("an event of the shop's own that Meta knows is tracked under Meta's name", () => {
  const event = networks.meta.eventOf({ kind: "custom", name: "Contact", isCustom: false, parameters: {} });
  expect(event && networks.meta.browserCall(event, { eventId: "0123456789", pixelId: "" }).args).toEqual([
    "track",
    "Contact",
    {},
    { eventID: "0123456789" },
  ]);
});

test("networks without custom events get none", () => {
  const invented: NetworkEvent = { name: "Gift wrap", isCustom: true, payload: {} };
  expect(serverEvents.pinterest(invented, context)).toBeNull();
  expect(serverEvents.snapchat(invented, context)).toBeNull();
});

test("Google's client id is read from its cookie only", () => {
  expect(clientIdOf("GA1.1.123.456")).toBe("123.456");
  expect(clientIdOf("GA1.2.<b>.456")).toBeUndefined();
  expect(clientIdOf(undefined)).toBeUndefined();
});
