import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";

const browser = openBrowser();

const isClient = (url: string) => /\/assets\/shop-[\w-]+\.js$/.test(url);

/** Returns when (ms) the main picture was loaded, the page was painted and the client was requested. */
async function times(page: Page) {
  return page.evaluate(() => {
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const picture = document.querySelector<HTMLImageElement>("img[fetchpriority=high]")?.currentSrc;
    return {
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
      pictured: resources.find(({ name }) => name === picture)?.responseEnd ?? Infinity,
      asked: resources.find(({ name }) => /\/assets\/shop-[\w-]+\.js$/.test(name))?.startTime ?? 0,
    };
  });
}

test.each([routes.home(), routes.category("vitamins"), routes.product("height-growth-complex")])(
  "on %s the client is requested after the main picture is loaded and the page is painted",
  async (path) => {
    const { page } = await browser.newPage({ width: 360, isQuick: false });
    const client = page.waitForResponse((response) => isClient(response.url()));
    await page.goto(path);
    await (await client).finished();
    const { painted, pictured, asked } = await times(page);
    expect(asked).toBeGreaterThan(pictured);
    expect(asked).toBeGreaterThan(painted);
  },
);

test("input before the first paint loads the client immediately", async () => {
  const { page } = await browser.newPage({ width: 360, isQuick: false });
  // Disable the timer that requests the client after three seconds, so that only input can.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    window.setTimeout = ((act: () => void, ms: number) => (ms === 3000 ? 0 : later(act, ms))) as typeof setTimeout;
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.(avif|webp|jpg)$/, async (route) => {
    await held;
    await route.continue();
  });
  const client = page.waitForRequest((request) => isClient(request.url()));
  await page.goto(routes.home(), { waitUntil: "domcontentloaded" });
  await page.keyboard.press("Tab");
  expect((await client).resourceType()).toBe("script");
  release();
  await page.waitForLoadState("load");
});

test.each([
  ["a card", routes.category("vitamins"), ".card .qcfw_shop_buy_now_button"],
  ["a product page", routes.product("height-growth-complex"), ".product-top .qcfw_single_buy_now_button"],
])("Buy now on %s leads to the checkout before the client has loaded", async (_, path, button) => {
  const { page } = await browser.newPage({ width: 360, isQuick: false });
  await page.route(/\/assets\/shop-/, (route) => route.abort("aborted"));
  await page.goto(path);
  await page.locator(button).first().tap();
  await page.waitForURL((url) => url.pathname === routes.checkout());
  expect(await page.locator(".woocommerce-checkout-review-order-table .cart_item").count()).toBe(1);
});

test("clicking before the client has loaded still adds the product", async () => {
  const { page } = await browser.newPage({ width: 360, isQuick: false });
  await page.route(/\/assets\/shop-/, (route) => route.abort("aborted"));
  await page.goto(routes.category("vitamins"));
  await page.locator("a.add_to_cart_button").first().click();
  expect(await page.locator(".woocommerce-message").textContent()).toContain("added to your cart");
});
