import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
import { openQuickCheckout } from "./support/quick-checkout.ts";

const browser = openBrowser();
const sheetsOf = ["style[data-href]", "link[rel=stylesheet]"] as const;

test("the first page contains its style sheets, and the next one links to them from the browser's cache", async () => {
  const { page } = await browser.newPage();
  const counts = () => Promise.all(sheetsOf.map((selector) => page.locator(selector).count()));
  await page.goto(routes.home());
  expect(await counts()).toEqual([2, 0]);
  await page.waitForFunction(() => /chowk_styles=\/assets\/styles-/.test(document.cookie));
  await page.goto(routes.product("whey-protein"));
  expect(await counts()).toEqual([0, 2]);
  const transferred = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".css"))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  );
  expect(transferred).toEqual([0, 0]);
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

test("Buy now on a first visit loads the style sheet of product forms", async () => {
  const { page } = await browser.newPage();
  await openQuickCheckout(page);
  expect(await page.locator("link[rel=stylesheet][href*='/product-']").count()).toBe(1);
});
