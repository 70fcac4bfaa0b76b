import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillCart } from "../support/cart.ts";
import { countShifts } from "../support/layout-shifts.ts";
import { openQuickCheckout } from "../support/quick-checkout.ts";

const browser = openBrowser();
const sheetsOf = ["style[data-href]", "link[rel=stylesheet]:not([media=print])"] as const;

test("the first page contains its style sheets and font, and the next one has them from the browser's cache", async () => {
  const { page } = await browser.newPage();
  const counts = () => Promise.all(sheetsOf.map((selector) => page.locator(selector).count()));
  await page.goto(routes.home());
  expect(await counts()).toEqual([2, 0]);
  await page.waitForFunction(() => /chowk_styles=\/assets\/styles-/.test(document.cookie));
  await page.goto(routes.product("whey-protein"));
  expect(await counts()).toEqual([0, 2]);
  await page.evaluate(() => document.fonts.ready);
  const transferred = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\.(css|woff2)$/.test(name) && !/\/print-/.test(name))
      .map((entry) => `${/\w+$/.exec(entry.name)?.[0]} ${(entry as PerformanceResourceTiming).transferSize}`),
  );
  expect(transferred.sort((a, b) => a.localeCompare(b))).toEqual(["css 0", "css 0", "woff2 0"]);
});

test("without scripts every page contains its style sheets", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  const failed: string[] = [];
  page.on("console", (message) => failed.push(message.text()));
  await page.goto(routes.home());
  await page.goto(routes.product("whey-protein"));
  expect(await page.locator(sheetsOf[0]).count()).toBe(2);
  expect(await page.locator("main h1").evaluate((heading) => getComputedStyle(heading).fontFamily)).toContain("Deodar");
  expect(failed).toEqual([]);
});

describe("on a phone's first visit nothing moves while the page loads", () => {
  const pages = { home: routes.home(), shop: routes.shop(), article: routes.article("how-to-read-a-supplement-label") };

  test.each(Object.entries({ ...pages, product: routes.product("whey-protein") }))("%s", async (_, path) => {
    const { page } = await browser.newPage({ width: 360 });
    const shifts = await countShifts(page);
    await page.goto(path);
    await page.waitForFunction(() => document.cookie.includes("chowk_styles="));
    expect(await shifts()).toBe(0);
  });

  test.each([
    ["cart", routes.cart(), 2],
    ["checkout", routes.checkout(), 2],
  ])("%s, which contains its style sheets too", async (_, path, sheets) => {
    const { page } = await browser.newPage({ width: 360 });
    await fillCart(page, 2);
    await page.context().clearCookies({ name: "chowk_styles" });
    const shifts = await countShifts(page);
    await page.goto(path);
    await page.waitForFunction(() => document.cookie.includes("chowk_styles="));
    if (path === routes.cart()) await page.locator(".cart-update").waitFor({ state: "hidden" });
    expect(await page.locator(sheetsOf[0]).count()).toBe(sheets);
    expect(await shifts()).toBe(0);
  });
});

test("Buy now on a first visit loads the style sheet of product forms", async () => {
  const { page } = await browser.newPage();
  await openQuickCheckout(page);
  expect(await page.locator("link[rel=stylesheet][href*='/product-']").count()).toBe(1);
});
