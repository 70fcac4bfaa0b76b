import type { Page } from "playwright-core";
import { routes } from "#routes";
import type { TrackedItem } from "#shop/tracking/facts.rules.ts";
import type { NetworkName } from "#shop/tracking/networks/networks.rules.ts";
import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";
import { consentApi } from "../../../src/storefront/consent/client/consent-api.ts";
import type { TrackingData } from "../../../src/storefront/tracking/client/tracking-data.ts";
import type { JourneyBrowser } from "./browser.ts";

const currency = { code: "PKR", symbol: "Rs", minorUnit: 0 };
export const item: TrackedItem = {
  id: 7,
  sku: "A-7",
  name: "Shaker",
  variant: "",
  categories: ["Gear"],
  price: 1500,
  discount: 0,
  quantity: 1,
  isGroup: false,
};
const goods = { currency, value: 1500, items: [item] };
export const purchase = {
  kind: "purchase",
  ...goods,
  transactionId: "1042",
  affiliation: "Chowk",
  tax: 0,
  shipping: 200,
  coupons: [],
  eventId: "0123456789",
} as const;

const video = { title: "Clip", url: "https://shop.example/clip", id: "1" };
const quiz = { quizId: 12, quizName: "Which one?" };
const sale = { ...purchase, transactionId: "1043" };

/** One of each fact that a page can print; the purchase is of another order. */
export const everyFact: readonly PageFact[] = [
  { kind: "view_content", ...goods },
  { kind: "view_item_list", currency, listName: "All", items: [item] },
  { kind: "select_content", contentId: "7" },
  { kind: "search", term: "tea" },
  { kind: "add_to_cart", ...goods },
  { kind: "remove_from_cart", ...goods },
  { kind: "add_to_wishlist", ...goods },
  { kind: "begin_checkout", coupons: [], ...goods },
  { kind: "add_payment_info", coupons: [], ...goods },
  sale,
  { kind: "lead", title: "Offers", formId: "offers" },
  { kind: "quiz_lead", ...quiz },
  { kind: "complete_registration" },
  { kind: "quiz_start", ...quiz },
  { kind: "quiz_share", ...quiz },
  { kind: "quiz_completion", result: "Kilim", ...quiz },
  { kind: "pricing_table_checkout", title: "Plans", tableId: "4", plan: "Gold", price: 5, currencyCode: "USD" },
  { kind: "video_play", video },
  { kind: "video_pause", video, percent: 60 },
  { kind: "video_watch", video, percent: 50 },
  { kind: "video_end", video },
  { kind: "custom", name: "Seen", isCustom: true, parameters: {} },
];

/** What pages print, without their facts. The page has no items, so that the client asks the shop for the product. */
export const data: TrackingData = {
  networks: {
    meta: "1234567890",
    tiktok: "C0123456789ABCDEF",
    pinterest: "2612345678901",
    snapchat: "0a1b2c3d-0000-4000-8000-000000000000",
    google: "G-TEST1234",
  },
  currency,
  currencyOfPixels: "USD",
  delay: 0,
  googleEvents: [
    "view_item_list",
    "view_item",
    "select_content",
    "add_to_cart",
    "remove_from_cart",
    "begin_checkout",
    "purchase",
    "search",
  ],
  itemIdentifier: "product_id",
  isTest: false,
  nonce: "0123456789",
  ajaxUrl: routes.siteCall(),
  serverNetworks: ["meta", "tiktok", "pinterest", "snapchat"],
  facts: [],
  items: {},
};

export const hosts: Readonly<Record<string, NetworkName>> = {
  "connect.facebook.net": "meta",
  "analytics.tiktok.com": "tiktok",
  "s.pinimg.com": "pinterest",
  "sc-static.net": "snapchat",
  "www.googletagmanager.com": "google",
};

const actions: Readonly<Record<string, NetworkName>> = {
  fca_pc_capi_event: "meta",
  fca_pc_tiktok_api_event: "tiktok",
  fca_pc_pinterest_api_event: "pinterest",
  fca_pc_snapchat_api_event: "snapchat",
};

/** Each network's script: takes over the calls that have waited for it, and records all in `told`. */
const fakes: Readonly<Record<NetworkName, string>> = {
  meta: "fbq.callMethod = (...args) => record('meta', args); fbq.queue.forEach((args) => fbq.callMethod(...args));",
  tiktok: "ttq.forEach((args) => record('tiktok', args)); ttq.push = (args) => record('tiktok', args);",
  pinterest:
    "pintrk.queue.forEach((args) => record('pinterest', args)); pintrk = (...args) => record('pinterest', args);",
  snapchat:
    "snaptr.handleRequest = (...args) => record('snapchat', args); snaptr.queue.forEach((args) => snaptr.handleRequest(...args));",
  google: "dataLayer.forEach((args) => record('google', args)); dataLayer.push = (args) => record('google', args);",
};
const recorder = "var told = window.told ?? []; var record = (network, args) => told.push([network, ...args]);";

/** Opens a page for a visitor who has answered so; the page prints what `data` and its own address say. */
export async function openTracked(
  browser: JourneyBrowser,
  allowed: readonly string[],
  {
    refuses = false,
    isQuick = true,
    ...changes
  }: Partial<TrackingData> & { refuses?: boolean; isQuick?: boolean } = {},
) {
  const { page, faults } = await browser.newPage({ isQuick });
  const context = page.context();
  const loaded: NetworkName[] = [];
  const copies: { network: NetworkName; fields: URLSearchParams }[] = [];
  // As browsers with Global Privacy Control do.
  if (refuses) await context.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
  await context.addInitScript(consentApi);
  await context.addInitScript(
    (answers) => {
      for (const category of answers)
        if (!document.cookie.includes(`wp_consent_${category}`)) window.wp_set_consent?.(category, "allow");
    },
    [...allowed],
  );
  const printed = {
    data: { ...data, ...changes },
    product: { kind: "view_content", ...goods },
    checkout: { kind: "begin_checkout", coupons: [], ...goods },
    order: purchase,
    shop: everyFact,
  };
  await context.addInitScript((facts) => {
    const { pathname } = location;
    const kind = (["order", "checkout", "shop"] as const).find(
      (name) => pathname.includes(`${name}-received`) || pathname === `/${name}/`,
    );
    Object.assign(window, { chowk_tracking: { ...facts.data, facts: [facts[kind ?? "product"]].flat() } });
  }, printed);
  await context.route(
    ({ hostname }) => hostname in hosts,
    (route) => {
      const network = hosts[new URL(route.request().url()).hostname] as NetworkName;
      loaded.push(network);
      return route.fulfill({ contentType: "text/javascript", body: recorder + fakes[network] });
    },
  );
  context.on("request", (request) => {
    const fields = new URLSearchParams(request.postData() ?? "");
    const network = actions[fields.get("action") ?? ""];
    if (network) copies.push({ network, fields });
  });
  await bypassPolicy(page);
  return {
    page,
    loaded,
    copies,
    /** Returns the requests to other hosts since the last call, which are no faults here. */
    others: () => faults.splice(0).filter((fault) => fault.startsWith("cross-origin")),
  };
}

/** The policy of a shop without networks would block their scripts. */
export async function bypassPolicy(page: Page): Promise<void> {
  await (await page.context().newCDPSession(page)).send("Page.setBypassCSP", { enabled: true });
}

type Call = [NetworkName, ...unknown[]];

/** Returns the calls that told the page's events; without those that only set up a network. */
export async function eventsOf(page: Page): Promise<Call[]> {
  const told = await page.evaluate<Call[]>("(window.told ?? []).map((call) => [...call])");
  const setUp = ["init", "set", "load", "js", "consent"];
  return told.filter(([, command]) => !setUp.includes(String(command)));
}

export const nameOf = ([, command, name]: Call) =>
  String(["page", "config"].includes(String(command)) ? command : name);

/** Returns the names of the events, by network, sorted. */
export async function namesOn(page: Page): Promise<Partial<Record<NetworkName, string[]>>> {
  const names: Partial<Record<NetworkName, string[]>> = {};
  for (const call of await eventsOf(page)) names[call[0]] = [...(names[call[0]] ?? []), nameOf(call)].sort();
  return names;
}
