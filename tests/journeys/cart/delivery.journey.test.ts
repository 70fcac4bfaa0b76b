import { rm } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { openBrowser } from "../support/browser.ts";
import { cartResponse, expectFocus, fillCart, holdResponses } from "../support/cart.ts";
import { withDatabase } from "../support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { newDataDir, type RunningShop, startShop } from "../support/start-shop.ts";

const browser = openBrowser();
let shop: RunningShop;
/** Opens a shop with its own prices for the mountains; delivery elsewhere is free. */
beforeAll(async () => {
  const dataDir = await newDataDir();
  await withDatabase(dataDir, undefined, async (db) => {
    await giveZone(db, "Pakistan", "PK", [{ title: "Free delivery", price: 0 }]);
    await giveZone(db, "Mountains", "PK:GB", [
      { title: "Courier", price: 300, days: { min: 5, max: 7 } },
      { kind: "local_pickup", title: "Fetch it in Gilgit", price: 0 },
      { kind: "free_shipping", title: "Free of charge", price: 0, freeFrom: 90_000 },
    ]);
    await giveZone(db, "The coast", "PK:BA:Gwadar", []);
  });
  shop = await startShop({ dataDir });
  return async () => {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}, 120_000);

const open = (options: Parameters<typeof browser.newPage>[0] = {}) =>
  browser.newPage({ origin: shop.origin, ...options });

/** Estimates delivery to Gilgit on the cart page. */
async function estimate(page: Page): Promise<void> {
  await page.locator(".shipping-calculator-button").click();
  await page.fill("#calc_shipping_city", "Gilgit");
  await page.selectOption("#calc_shipping_state", "GB");
  await page.locator("#calc_shipping").click();
  await page.locator(".cart_totals #shipping_method").waitFor();
}

/** Creates a cart with Gilgit as its destination by requests, without loading a page. */
async function deliverToGilgit(page: Page): Promise<void> {
  await fillCart(page, 1);
  const html = await (await page.request.get(routes.cart())).text();
  const [, nonce = ""] = /name="woocommerce-shipping-calculator-nonce" value="(\w+)"/.exec(html) ?? [];
  const answer = await page.request.post(routes.cart(), {
    form: {
      calc_shipping: "1",
      calc_shipping_country: "PK",
      calc_shipping_state: "GB",
      calc_shipping_city: "Gilgit",
      "woocommerce-shipping-calculator-nonce": nonce,
    },
  });
  expect(await answer.text()).toContain("Fetch it in Gilgit");
}

const total = (page: Page, within = ".cart_totals") =>
  page.locator(`${within} .order-total .amount`).evaluate((amount) => Number(amount.textContent?.replace(/\D/g, "")));

/** Returns how many lines each text takes. */
const linesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((texts) => {
    return texts.map((text) => Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)));
  });

/** Returns the last screen reader announcement. */
const spoken = async (page: Page) =>
  (await page.locator(".widget_shopping_cart_live_region").textContent())?.replace(/\s+/g, " ").trim();

test.each([true, false])(
  "the cart page shows at 360 pixels what a destination costs, and methods can be chosen there; with scripts: %s",
  async (javaScript) => {
    const { page } = await open({ javaScript, width: 360 });
    await fillCart(page, 1);
    await page.goto(routes.cart());
    const before = await total(page);
    expect(await page.locator(".cart_totals .total-open").isVisible()).toBe(true);
    expect(Math.max(...(await linesOf(page, ".cart_totals .sums dt")))).toBeLessThanOrEqual(2);
    await estimate(page);
    expect(await total(page)).toBe(before + 300);
    expect(await page.locator(".cart_totals").innerText()).toContain("Gilgit");
    expect(await page.locator(".cart_totals").innerText()).toContain("5-7 business days");
    expect(await page.locator(".cart_totals .free-delivery").innerText()).toMatch(/more for free delivery/);
    await page.locator(".cart_totals .choice", { hasText: "Fetch it" }).click();
    if (!javaScript) await page.getByRole("button", { name: "Use this option" }).click();
    await expect.poll(() => total(page)).toBe(before);
    expect(await page.locator("#shipping_method :checked").getAttribute("value")).toMatch(/^local_pickup:/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test("a delivery method chosen before the cart's script loads is applied when it does", async () => {
  const { page } = await open();
  await deliverToGilgit(page);
  const { reached, release } = await holdResponses(page, /\/assets\/cart-page-/);
  await page.goto(routes.cart());
  await reached;
  const before = await total(page);
  await page.locator(".cart_totals .choice", { hasText: "Fetch it" }).click();
  expect(await total(page)).toBe(before);
  release();
  await expect.poll(() => total(page)).toBe(before - 300);
  expect(await page.locator("#shipping_method :checked").getAttribute("value")).toMatch(/^local_pickup:/);
});

test("going back to the cart shows the method last chosen in another tab, and sends none", async () => {
  const { page } = await open();
  await deliverToGilgit(page);
  const chosen = () => page.locator("#shipping_method :checked").getAttribute("value");
  const choose = async (tab: Page, method: string) => {
    await tab.goto(routes.cart());
    const answered = cartResponse(tab);
    await tab.locator(".cart_totals .choice", { hasText: method }).click();
    await answered;
  };
  await choose(page, "Fetch it");
  await expect.poll(chosen).toMatch(/^local_pickup:/);
  await page.goto(routes.home());
  const other = await page.context().newPage();
  await choose(other, "Courier");
  await other.close();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.goBack();
  await page.locator(".cart-update").waitFor({ state: "hidden" });
  await expect.poll(chosen).toMatch(/^flat_rate:/);
  expect(sent).not.toContain(routes.cart());
});

test("the estimate closes with a result and focuses the totals; without a result it stays open", async () => {
  const { page } = await open({ width: 360 });
  await fillCart(page, 1);
  await page.goto(routes.cart());
  await estimate(page);
  await expectFocus(page, ".cart_totals .sums");
  expect(await page.locator(".shipping-calculator-form").isVisible()).toBe(false);
  await page.locator(".shipping-calculator-button").click();
  await page.selectOption("#calc_shipping_state", "BA");
  await page.fill("#calc_shipping_city", "Gwadar");
  await page.locator("#calc_shipping").click();
  await page.locator(".cart_totals .delivery-nowhere").waitFor();
  expect(await page.inputValue("#calc_shipping_city")).toBe("Gwadar");
  await expectAccessible(page);
});

test("at the checkout, totals, button and methods follow the province; typed values and the focus stay", async () => {
  const { page } = await open({ width: 360 });
  await fillCart(page, 1);
  await page.goto(routes.checkout());
  const before = await total(page, "#order_review");
  await page.fill("#billing_first_name", "Ayesha");
  await page.selectOption("#billing_state", "GB");
  await page.locator("#order_review #shipping_method").waitFor();
  expect(await total(page, "#order_review")).toBe(before + 300);
  await expect.poll(() => spoken(page)).toMatch(/Courier 5-7 business days, .* Rs 300.*Total/);
  expect(await page.locator("#place_order").innerText()).toContain((before + 300).toLocaleString("en"));
  expect(await page.locator(".sum-fold > summary b").innerText()).toContain((before + 300).toLocaleString("en"));
  await page.locator("#order_review .shipping_method").nth(1).press("Space");
  await expect.poll(() => total(page, "#order_review")).toBe(before);
  await expect.poll(() => spoken(page)).toMatch(/^Total .*\d$/);
  expect(await page.locator("#billing_address_1").evaluate((field: HTMLInputElement) => field.required)).toBe(false);
  expect(await page.getByRole("group", { name: "Delivery method" }).count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^shipping_method_0_local_pickup-/);
  expect(await page.inputValue("#billing_first_name")).toBe("Ayesha");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

/** Delays the checkout's scripts until `release` is called; `begun` waits until they have started. */
async function holdCheckout(page: Page): Promise<{ release: () => void; begun: () => Promise<void> }> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/checkout-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    const note = () => document.documentElement.setAttribute("data-checkout-begun", "");
    window.addEventListener("init_checkout", note, { capture: true });
  });
  return { release, begun: () => page.waitForSelector("[data-checkout-begun]").then(() => {}) };
}

test("a province chosen before the checkout's scripts load is applied when they do", async () => {
  const { page } = await open();
  await fillCart(page, 1);
  await page.route("**/checkout-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const script = page.waitForResponse("**/checkout-*.js");
  await page.goto(routes.checkout(), { waitUntil: "commit" });
  await page.selectOption("#billing_state", "GB");
  await script;
  await expect.poll(() => page.locator("#order_review .woocommerce-shipping-totals").innerText()).toContain("Courier");
});

test("values typed into the estimate stay while a quantity is saved", async () => {
  const { page } = await open();
  await fillCart(page, 1);
  await page.goto(routes.cart());
  const before = await total(page);
  await page.locator(".shipping-calculator-button").click();
  await page.locator(".cart_item .plus").first().click();
  await page.fill("#calc_shipping_city", "Skardu");
  await page.selectOption("#calc_shipping_state", "GB");
  await expect.poll(() => total(page)).toBeGreaterThan(before);
  expect(await page.inputValue("#calc_shipping_city")).toBe("Skardu");
  expect(await page.inputValue("#calc_shipping_state")).toBe("GB");
});

test.each(["before", "after"])(
  "a method chosen while totals are loading for a place typed %s the checkout's scripts loaded is kept",
  async (when) => {
    const { page } = await open();
    await deliverToGilgit(page);
    const sent: (string | null)[] = [];
    await page.route("**/*wc-ajax=update_order_review*", async (route) => {
      sent.push(new URLSearchParams(route.request().postData() ?? "").get("shipping_method[0]"));
      if (sent.length === 1) await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    const { release, begun } = await holdCheckout(page);
    if (when === "after") release();
    await page.goto(routes.checkout(), { waitUntil: "commit" });
    // Once the footer is parsed, the total above it is complete.
    await page.locator("#colophon").waitFor();
    const before = await total(page, "#order_review");
    if (when === "after") await begun();
    await page.fill("#billing_city", "Skardu");
    release();
    await begun();
    // The totals for the city are requested once: when the scripts load, or when the field is left. The click then requests
    // those for the method.
    await page.locator("#billing_city").blur();
    await expect.poll(() => sent.length).toBe(1);
    await page.locator("#order_review .choice", { hasText: "Fetch it" }).click();
    await expect.poll(() => sent.length).toBe(2);
    const chosen = page.locator("#order_review .shipping_method:checked");
    expect(await chosen.inputValue()).toMatch(/^local_pickup:/);
    await expect.poll(() => total(page, "#order_review")).toBe(before - 300);
    expect(await chosen.inputValue()).toMatch(/^local_pickup:/);
    expect(sent).toEqual([expect.stringMatching(/^flat_rate:/), expect.stringMatching(/^local_pickup:/)]);
  },
);

test.each([true, false])("local pickup needs no address, with scripts: %s", async (javaScript) => {
  const { page } = await open({ javaScript });
  await deliverToGilgit(page);
  await page.goto(routes.checkout());
  expect(await page.inputValue("#billing_city")).toBe("Gilgit");
  await page.locator("#order_review .choice", { hasText: "Fetch it" }).click();
  await expect
    .poll(() => page.locator("#order_review .shipping_method:checked").inputValue())
    .toMatch(/^local_pickup:/);
  await page.fill("#billing_first_name", "Ayesha");
  await page.fill("#billing_phone", "0300 1234567");
  await page.waitForLoadState("networkidle");
  await page.locator("#place_order").click();
  // Without scripts the totals were those of the courier: the shop shows the new ones first.
  if (!javaScript) await page.locator("#place_order").click();
  await page.waitForURL(/order-received/);
  expect(await page.locator(".done-main").innerText()).toContain("when your order is ready for pickup");
  expect(await page.locator(".sums").innerText()).toContain("Fetch it in Gilgit");
});
