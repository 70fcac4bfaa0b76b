import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import type { TrackedItem } from "#shop/tracking/facts.rules.ts";
import { type NetworkName, networkNames, networks } from "#shop/tracking/networks/networks.rules.ts";
import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";
import { consentApi } from "../../../src/storefront/consent/client/consent-api.ts";
import type { TrackingData } from "../../../src/storefront/tracking/client/tracking-data.ts";
import { openBrowser } from "../support/browser.ts";
import { fillCheckout, place } from "../support/checkout.ts";

const browser = openBrowser();
const product = routes.product("vitamin-d3-drops");
const addButton = ".single_add_to_cart_button.alt";

const currency = { code: "PKR", symbol: "Rs", minorUnit: 0 };
const item: TrackedItem = {
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
const purchase = {
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
const everyFact: readonly PageFact[] = [
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
const data: TrackingData = {
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

const hosts: Readonly<Record<string, NetworkName>> = {
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

/** The names under which the networks have the events of each page. */
const names = {
  product: {
    meta: ["PageView", "ViewContent", "AddToCart"],
    tiktok: ["page", "ViewContent", "AddToCart"],
    pinterest: ["page", "PageVisit", "AddToCart"],
    snapchat: ["PAGE_VIEW", "VIEW_CONTENT", "ADD_CART"],
    google: ["config", "view_item", "add_to_cart"],
  },
  checkout: {
    meta: ["PageView", "InitiateCheckout"],
    tiktok: ["page", "InitiateCheckout"],
    pinterest: ["page"],
    snapchat: ["PAGE_VIEW", "START_CHECKOUT"],
    google: ["config", "begin_checkout"],
  },
  order: {
    meta: ["PageView", "Purchase"],
    tiktok: ["page", "CompletePayment"],
    pinterest: ["page", "Checkout"],
    snapchat: ["PAGE_VIEW", "PURCHASE"],
    google: ["config", "purchase"],
  },
} as const;

/** Opens a page for a visitor who has answered so; the page prints what `data` and its own address say. */
async function openTracked(
  allowed: readonly string[],
  { refuses = false, ...changes }: Partial<TrackingData> & { refuses?: boolean } = {},
) {
  const { page, faults } = await browser.newPage();
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

/** Forms of other scripts, a pricing table and a video, as their plug-ins print them. */
const embedded = `
  <form class="fca_eoi_form" id="offers"><input type="email" name="email"><input type="checkbox"><button>Join</button></form>
  <form class="fca_eoi_form" id="refused"><input type="email" name="email"><input type="checkbox" checked><button>Join</button></form>
  <div class="fca_qc_quiz" id="fca_qc_quiz_12" data-quiz-result="Kilim"><p class="fca_qc_quiz_title">Which one?</p>
    <a class="fca_qc_share_link" href="#kilim">Share</a>
    <form><button class="fca_qc_start_button">Start</button></form>
    <input type="email"><button type="button" class="fca_qc_submit_email_button">Show</button></div>
  <div class="fca-ept-main" id="fca-ept-4"><div class="fca-ept-column"><p class="fca-ept-plan">Gold</p>
    <p class="fca-ept-price"><ins>$ 1,250.50</ins> <del>$ 1,400</del></p><a class="fca-ept-button" href="#gold">Get</a>
    <a class="fca-ept-button" id="added" href="#?add-to-cart=5">Add</a></div></div>
  <video id="empty"></video>
  <video id="own" title="Own" src="/own.mp4" preload="none"></video>
  <iframe title="Film" src="https://player.vimeo.com/video/42"></iframe>
  <iframe title="Clip" src="https://www.youtube-nocookie.com/embed/abc-1?enablejsapi=1"></iframe>`;

/** A player that is watched to 60 %, paused, watched to the end, and started once more. */
const fakePlayer = `<script>
  let isAsked = false;
  addEventListener("message", () => {
    if (isAsked) return;
    isAsked = true;
    const states = [[1, 0], [1, 12], [1, 30], [1, 60], [2, 60], [1, 60], [1, 95], [0, 100], [1, 0]];
    for (const [playerState, currentTime] of states)
      parent.postMessage(JSON.stringify({ event: "infoDelivery", info: { playerState, currentTime, duration: 100 } }), "*");
  });
</script>`;

/** The same of Vimeo, which says by events what happens. */
const fakeVimeo = `<script>
  let isAsked = false;
  addEventListener("message", ({ data }) => {
    if (data.includes("ping")) parent.postMessage(JSON.stringify({ method: "ping" }), "*");
    if (isAsked || !data.includes("timeupdate")) return;
    isAsked = true;
    for (const [event, seconds] of [["play", 0], ["timeupdate", 30], ["pause", 60], ["play", 60], ["ended", 100]])
      parent.postMessage(JSON.stringify({ event, data: { seconds, duration: 100 } }), "*");
  });
</script>`;

/** Runs in the page: plays the shop's own player as the fakes do. */
const playOwn = () => {
  const player = document.querySelector("#own");
  const state = { paused: true, ended: false, currentTime: 0, duration: 100 };
  for (const name of Object.keys(state) as (keyof typeof state)[])
    Object.defineProperty(player, name, { get: () => state[name] });
  for (const [event, currentTime] of [
    ["play", 0],
    ["pause", 60],
    ["play", 60],
    ["ended", 100],
    ["play", 0],
  ] as const) {
    Object.assign(state, { paused: event !== "play", ended: event === "ended", currentTime });
    player?.dispatchEvent(new Event(event));
  }
};

const watched = [
  "VideoPlay",
  "VideoWatch10Percent",
  "VideoWatch25Percent",
  "VideoWatch50Percent",
  "VideoPause",
  "VideoWatch75Percent",
  "VideoWatch90Percent",
  "VideoWatchToEnd",
];

/** The policy of a shop without networks would block their scripts. */
async function bypassPolicy(page: Page): Promise<void> {
  await (await page.context().newCDPSession(page)).send("Page.setBypassCSP", { enabled: true });
}

type Call = [NetworkName, ...unknown[]];

/** Returns the calls that told the page's events; without those that only set up a network. */
async function eventsOf(page: Page): Promise<Call[]> {
  const told = await page.evaluate<Call[]>("(window.told ?? []).map((call) => [...call])");
  const setUp = ["init", "set", "load", "js", "consent"];
  return told.filter(([, command]) => !setUp.includes(String(command)));
}

const nameOf = ([, command, name]: Call) => String(["page", "config"].includes(String(command)) ? command : name);

/** Returns the names of the events, by network, sorted. */
async function namesOn(page: Page): Promise<Partial<Record<NetworkName, string[]>>> {
  const names: Partial<Record<NetworkName, string[]>> = {};
  for (const call of await eventsOf(page)) names[call[0]] = [...(names[call[0]] ?? []), nameOf(call)].sort();
  return names;
}

/** Returns what the page should have told the networks that `allowed` allows. */
function expected(place: keyof typeof names, allowed: readonly string[]) {
  const may = networkNames.filter((network) => allowed.includes(networks[network].consent));
  return Object.fromEntries(may.map((network) => [network, [...names[place][network]].sort()]));
}

/** Waits until every script has loaded that `allowed` allows, and for what they were told. */
async function expectTold(page: Page, place: keyof typeof names, allowed: readonly string[]): Promise<void> {
  await expect.poll(() => namesOn(page)).toEqual(expected(place, allowed));
}

/** Returns the names under which networks that `allowed` allows have the page's view and each fact. */
function everyName(allowed: readonly string[]) {
  const may = networkNames.filter((network) => allowed.includes(networks[network].consent));
  return Object.fromEntries(
    may.map((network) => {
      const events = everyFact.flatMap((fact) => networks[network].eventOf(fact)?.name ?? []);
      const [view = ""] = names.product[network];
      return [network, [view, ...events].sort()];
    }),
  );
}

test.each<{ allowed: string[]; ticked?: string[]; refuses?: boolean }>([
  { allowed: [] },
  { allowed: ["statistics"] },
  { allowed: ["marketing"] },
  { allowed: ["statistics", "marketing"] },
  { allowed: [], ticked: ["statistics", "marketing"], refuses: true },
])("networks are told exactly what the visitor allows: %o", async ({ allowed, ticked = allowed, refuses = false }) => {
  const { page, loaded, copies, others } = await openTracked(ticked, { refuses });
  await page.goto(routes.shop());
  await expect.poll(() => namesOn(page)).toEqual(everyName(allowed));
  await page.goto(product);
  const added = page.waitForResponse((answer) => answer.url().includes("add_to_cart"));
  await page.click(addButton);
  await added;
  await expectTold(page, "product", allowed);
  await page.goto(routes.checkout());
  await expectTold(page, "checkout", allowed);
  await fillCheckout(page);
  await place(page);
  await page.waitForURL(/order-received/);
  await expectTold(page, "order", allowed);
  const may = Object.keys(expected("order", allowed));
  expect([...new Set(loaded)].sort()).toEqual([...may].sort());
  const asked = others().map((fault) => hosts[new URL(fault.slice(fault.indexOf("https"))).hostname]);
  expect(new Set<string | undefined>(asked)).toEqual(new Set(may));
  const copied = may.filter((network) => network !== "google");
  expect([...new Set(copies.map(({ network }) => network))].sort()).toEqual(copied.sort());
  const sales = ["Purchase", "CompletePayment", "Checkout", "PURCHASE"];
  expect(copies.filter(({ fields }) => sales.includes(fields.get("event_name") ?? ""))).toEqual([]);
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(cookies.includes("pixelcat_id")).toBe(allowed.includes("marketing"));
});

test("consent given later sends what has waited, in the order of the networks, with one id for both copies", async () => {
  const { page, loaded, copies, others } = await openTracked([]);
  await page.goto(`${product}?fbclid=abc`);
  await page.waitForLoadState("networkidle");
  expect(others()).toEqual([]);
  expect(copies).toEqual([]);
  await page.evaluate(() => {
    window.wp_set_consent?.("marketing", "allow");
    window.wp_set_consent?.("statistics", "allow");
  });
  await expect.poll(() => loaded).toEqual([...networkNames]);
  await expect.poll(async () => (await eventsOf(page)).length).toBe(10);
  others();
  const [, , , payload, ids] =
    (await eventsOf(page)).find(([network, , name]) => network === "meta" && name === "ViewContent") ?? [];
  expect(payload).toMatchObject({ value: 1500, currency: "PKR", content_ids: ["7"], content_type: "product" });
  const copy = copies.find(
    ({ fields }) => fields.get("event_name") === "ViewContent" && fields.get("action") === "fca_pc_capi_event",
  );
  const fields = Object.fromEntries(copy?.fields ?? []);
  expect(ids).toEqual({ eventID: fields.event_id });
  const visitor = (await page.context().cookies()).find(({ name }) => name === "pixelcat_id");
  expect(fields).toEqual({
    action: "fca_pc_capi_event",
    event_name: "ViewContent",
    event_time: expect.stringMatching(/^\d{10}$/),
    event_id: expect.stringMatching(/^[0-9a-f]{10}$/),
    click_id: "abc",
    external_id: visitor?.value,
    client_user_agent: await page.evaluate("navigator.userAgent"),
    event_source_url: new URL(product, page.url()).href,
    custom_data: JSON.stringify(payload),
    nonce: data.nonce,
  });
  expect(visitor?.value).toMatch(/^[0-9a-f]{10}$/);
  expect((visitor?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
});

test("a double click, a reload, the back button and a second tab tell nothing twice", async () => {
  const allowed = ["statistics", "marketing"];
  const { page, others } = await openTracked(allowed);
  await page.goto(product);
  await page.dblclick(addButton);
  await expectTold(page, "product", allowed);
  await page.goto(routes.checkout());
  await fillCheckout(page);
  await place(page);
  await page.waitForURL(/order-received/);
  await expectTold(page, "order", allowed);
  const ids = (await eventsOf(page)).filter((call) => nameOf(call) === "Purchase").map(([, , , , context]) => context);
  expect(ids).toEqual([{ eventID: purchase.eventId }]);
  const order = page.url();
  const onlyView = {
    meta: ["PageView"],
    tiktok: ["page"],
    pinterest: ["page"],
    snapchat: ["PAGE_VIEW"],
    google: ["config"],
  };
  await page.reload();
  await expect.poll(() => namesOn(page)).toEqual(onlyView);
  await page.goto(product);
  await page.goBack();
  await page.waitForURL(/order-received/);
  // Restored from the browser's memory, it has told what it had told before.
  await expect.poll(async () => Object.keys(await namesOn(page)).length).toBe(5);
  expect(await namesOn(page)).toEqual(onlyView);
  const tab = await page.context().newPage();
  await bypassPolicy(tab);
  await tab.goto(order);
  await expect.poll(() => namesOn(tab)).toEqual(onlyView);
  others();
});

test("what the shopper does before its code has loaded is told once", async () => {
  const { page, copies, others } = await openTracked(["marketing"], {
    networks: { meta: "1234567890" },
    serverNetworks: ["meta"],
    items: { 7: item },
  });
  const held: (() => void)[] = [];
  await page.route(/shopping-/, (route) => void held.push(() => void route.continue()));
  const added = () => copies.flatMap(({ fields }) => (fields.get("event_name") === "AddToCart" ? [fields] : []));
  await page.goto(product);
  await expect.poll(() => copies.length).toBe(2);
  await page.evaluate(() => {
    const button = document.createElement("button");
    button.dataset.product_id = "7";
    document.body.dispatchEvent(new CustomEvent("added_to_cart", { bubbles: true, detail: [{}, "", button] }));
  });
  await expect.poll(() => held.length).toBe(1);
  expect(added()).toEqual([]);
  for (const release of held) release();
  await expect
    .poll(() => added().map((fields) => fields.get("custom_data")))
    .toEqual([expect.stringContaining('"content_ids":["7"]')]);
  others();
});

test("removals, wishes and chosen products are told", async () => {
  const { page, others } = await openTracked(["statistics"], {
    networks: { google: "G-TEST1234" },
    googleEvents: ["remove_from_cart", "select_content"],
    items: { 7: item },
  });
  await page.goto(routes.shop());
  const chosen = await page.evaluate(() => {
    const element = Object.assign(document.createElement("a"), { href: "#" });
    element.dataset.product_id = "7";
    for (const [name, detail] of [
      ["removed_from_cart", [{}, "", element]],
      ["added_to_wishlist", [element]],
    ] as const)
      document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
    const card = document.querySelector(".products .product");
    addEventListener("click", (event) => event.preventDefault(), { once: true });
    card?.querySelector<HTMLElement>(".woocommerce-loop-product__link")?.click();
    return /post-(\d+)/.exec(card?.className ?? "")?.[1];
  });
  const told = async () => Object.fromEntries((await eventsOf(page)).map(([, , name, payload]) => [name, payload]));
  const payload = { currency: "PKR", value: 1500, items: [expect.objectContaining({ item_id: "7", quantity: 1 })] };
  await expect.poll(told).toMatchObject({
    remove_from_cart: payload,
    add_to_wishlist: payload,
    select_content: { content_type: "product", content_id: chosen },
  });
  others();
});

test("in test mode a panel shows each event and why a network does not get it", async () => {
  const { meta, google } = data.networks;
  const { page, others } = await openTracked([], {
    isTest: true,
    networks: { meta, google } as typeof data.networks,
    googleEvents: [],
  });
  await page.goto(product);
  const panel = page.locator(".tracking-test");
  await panel.locator("summary").click();
  const lines = () => panel.locator("li").allTextContents();
  await expect.poll(lines).toHaveLength(10);
  expect(await lines()).toEqual(
    expect.arrayContaining([
      "page_view → meta: no consent to marketing: PageView {}",
      expect.stringMatching(/^view_content → tiktok: not configured: ViewContent/),
      expect.stringMatching(/^view_content → google: switched off: view_item/),
    ]),
  );
  expect(others()).toEqual([]);
});

test("forms, quizzes, pricing tables, videos and the page's own events are told once, and only as agreed", async () => {
  const { page, others } = await openTracked(["marketing"], {
    networks: { meta: "1234567890" },
    serverNetworks: [],
    isTest: true,
  });
  const debugged: string[] = [];
  page.on("console", (message) => message.type() === "debug" && debugged.push(message.text()));
  await page
    .context()
    .route(/youtube-nocookie/, (route) => route.fulfill({ contentType: "text/html", body: fakePlayer }));
  await page.context().route(/player\.vimeo/, (route) => route.fulfill({ contentType: "text/html", body: fakeVimeo }));
  // Bypassing the policy does not cover its frames.
  await page.route(`**${product}`, async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.addInitScript((html) => {
    if (window !== window.top) return;
    const insert = (_: unknown, observer: MutationObserver) => {
      if (!document.body) return;
      observer.disconnect();
      document.body.insertAdjacentHTML("beforeend", html);
    };
    new MutationObserver(insert).observe(document, { childList: true, subtree: true });
    addEventListener("submit", (event) => event.preventDefault());
    Object.assign(window, {
      fcaPcPost: { id: 9, title: "Offers", type: "page", categories: [] },
      fcaPcEvents: [
        { event: "Seen", parameters: { on: "{post_title}" }, triggerType: "post", trigger: ["9"], scroll: 50 },
        { event: "Pressed", parameters: {}, triggerType: "css", trigger: "#added" },
        { event: "Hovered", parameters: {}, triggerType: "hover", trigger: ".fca-ept-plan" },
        { event: "Contact", apiAction: "track", triggerType: "url", trigger: location.pathname },
        { event: "Elsewhere", parameters: {}, triggerType: "url", trigger: "/elsewhere/" },
      ],
    });
  }, embedded);
  await page.goto(product);
  const told = async () => (await eventsOf(page)).map(([, , name, payload]) => [name, payload] as const);
  const namesTold = async () => (await told()).map(([name]) => name);
  const videosTold = async () => {
    const ofVideos = (await told()).filter(([name]) => String(name).startsWith("Video"));
    const idsTold = new Set(ofVideos.map(([, payload]) => (payload as { video_id: string }).video_id));
    const namesOf = (id: string) =>
      ofVideos.filter(([, payload]) => (payload as { video_id: string }).video_id === id).map(([name]) => name);
    return Object.fromEntries([...idsTold].map((id) => [id, namesOf(id)]));
  };
  await expect.poll(videosTold).toMatchObject({ "abc-1": watched, 42: watched });
  await page.evaluate(playOwn);
  await expect.poll(videosTold).toEqual({ "abc-1": watched, 42: watched, own: watched });
  expect(await told()).toContainEqual([
    "VideoPause",
    {
      video_title: "Clip",
      video_url: "https://www.youtube-nocookie.com/embed/abc-1",
      video_id: "abc-1",
      percentage_watched: "60%",
    },
  ]);
  expect(await namesTold()).not.toContain("Seen");
  await page.evaluate(() => {
    const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
    click("#offers button");
    for (const form of ["#offers", "#refused"]) click(`${form} [type=checkbox]`);
    for (const field of document.querySelectorAll<HTMLInputElement>("form [name=email], .fca_qc_quiz input"))
      field.value = "a@example.com";
    for (const id of ["#refused button", "#offers button", ".fca_qc_submit_email_button", ".fca-ept-button", "#added"])
      click(id);
    for (const id of [".fca_qc_start_button", ".fca_qc_share_link"]) click(id);
    for (const _time of ["first", "again"])
      document.querySelector(".fca-ept-plan")?.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    scrollTo(0, document.body.scrollHeight);
  });
  await expect.poll(namesTold).toEqual(expect.arrayContaining(["Seen", "Pressed", "Hovered"]));
  const after = (await told()).filter(([name]) => !String(name).match(/^(?:Video|PageView|ViewContent)/));
  const title = await page.title();
  expect(after).toHaveLength(10);
  expect(after).toEqual(
    expect.arrayContaining([
      ["Lead", { content_name: title, form_id: "offers" }],
      ["Lead", { quiz_id: 12, quiz_name: "Which one?" }],
      ["QuizStart", { quiz_id: 12, quiz_name: "Which one?" }],
      ["QuizShare", { quiz_id: 12, quiz_name: "Which one?" }],
      ["QuizCompletion", { quiz_id: 12, quiz_name: "Which one?", quiz_result: "Kilim" }],
      [
        "InitiateCheckout",
        { content_name: title, pricing_table_id: "4", plan_name: "Gold", price: 1250.5, currency: "USD" },
      ],
      ["Pressed", {}],
      ["Hovered", {}],
      ["Contact", {}],
      ["Seen", { on: "Offers" }],
    ]),
  );
  // S8.26
  expect(debugged).toEqual([expect.stringContaining("Video without a source")]);
  const commands = (await eventsOf(page)).map(([, command, name]) => `${String(command)} ${String(name)}`);
  expect(commands).toEqual(expect.arrayContaining(["track Contact", "trackCustom Hovered"]));
  others();
});

test("S9.72: product and cart events wait for the delay, the page's view does not", async () => {
  const { page, copies, others } = await openTracked(["marketing"], {
    networks: { meta: "1234567890" },
    serverNetworks: ["meta"],
    delay: 2,
  });
  await page.goto(product);
  await expect.poll(() => copies.length).toBe(2);
  const [[first, viewedAt = 0] = [], [second, toldAt = 0] = []] = copies.map(
    ({ fields }) => [fields.get("event_name"), Number(fields.get("event_time"))] as const,
  );
  expect([first, second]).toEqual(["PageView", "ViewContent"]);
  expect(toldAt - viewedAt).toBeGreaterThanOrEqual(1);
  others();
});
