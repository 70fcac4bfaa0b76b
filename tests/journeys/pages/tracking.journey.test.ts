import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { networkNames, networks } from "#shop/tracking/networks/networks.rules.ts";
import { openBrowser } from "../support/browser.ts";
import { fillCheckout, place } from "../support/checkout.ts";
import {
  bypassPolicy,
  data,
  eventsOf,
  everyFact,
  hosts,
  item,
  nameOf,
  namesOn,
  openTracked,
  purchase,
} from "../support/tracked-page.ts";

const browser = openBrowser();
const product = routes.product("vitamin-d3-drops");
const addButton = ".single_add_to_cart_button.alt";

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
  const { page, loaded, copies, others } = await openTracked(browser, ticked, { refuses });
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
  const { page, loaded, copies, others } = await openTracked(browser, []);
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

describe("networks' scripts", () => {
  /** Opens a page whose time moves only in `soon` and by hand. */
  async function openStopped() {
    const tracked = await openTracked(browser, ["statistics", "marketing"], { isQuick: false });
    const { page } = tracked;
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    /** Waits while less than half of the eight seconds go by on the page. */
    const soon = <Value>(read: () => Value) =>
      expect.poll(async () => {
        await page.clock.runFor(10);
        return read();
      });
    return { ...tracked, soon };
  }

  test("wait until the page is used, or for eight seconds; copies to the server and purchases do not", async () => {
    const { page, loaded, copies, others, soon } = await openStopped();
    await page.goto(product);
    await soon(() => copies.length).toBe(8);
    await page.clock.runFor(2000);
    expect(loaded).toEqual([]);
    await page.mouse.move(5, 5);
    await soon(() => loaded).toEqual([...networkNames]);
    await page.goto(product);
    await soon(() => copies.length).toBe(16);
    await page.clock.runFor(3000);
    expect(loaded).toEqual([...networkNames]);
    await page.clock.runFor(5000);
    await soon(() => loaded).toEqual([...networkNames, ...networkNames]);
    await page.goto(routes.orderReceived(1042, "wc_order_none"));
    await soon(() => loaded.length).toBe(15);
    others();
  });

  test("are not loaded if the visitor has changed their mind while they waited", async () => {
    const { page, loaded, copies, others, soon } = await openStopped();
    await page.goto(product);
    await soon(() => copies.length).toBe(8);
    await page.evaluate(() => window.wp_set_consent?.("marketing", "deny"));
    await page.mouse.move(5, 5);
    await soon(() => loaded).toEqual(["google"]);
    await page.clock.runFor(10_000);
    expect(loaded).toEqual(["google"]);
    others();
  });
});

test("a double click, a reload, the back button and a second tab tell nothing twice", async () => {
  const allowed = ["statistics", "marketing"];
  const { page, others } = await openTracked(browser, allowed);
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
  const { page, copies, others } = await openTracked(browser, ["marketing"], {
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
  const { page, others } = await openTracked(browser, ["statistics"], {
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
  const { page, others } = await openTracked(browser, [], {
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
