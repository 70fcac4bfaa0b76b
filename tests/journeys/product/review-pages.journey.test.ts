import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { inSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const slug = "much-reviewed-tea";

/** Adds a product with three pages of reviews, which no listing shows. */
beforeAll(() =>
  inSharedShop(async (db) => {
    const id = await addProduct(db, {
      slug,
      name: "Much reviewed tea",
      visibility: "hidden",
      description: "<p>Tea</p>",
    });
    await db.execute(sql`insert into reviews (product_id, author_name, rating, body, created_at)
      select ${id}, 'Amna', 4, 'Review ' || n, '2026-11-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 45) n`);
  }),
);

const firstReview = (page: Page) => page.locator(".review-body").first();

test.each([
  { javaScript: true, width: 1280 },
  { javaScript: true, width: 360 },
  { javaScript: false, width: 1280 },
  { javaScript: false, width: 360 },
])("links lead through the pages of the reviews, which are in view each time: %o", async (options) => {
  const { page } = await browser.newPage(options);
  await page.goto(routes.product(slug));
  if (options.javaScript) await page.locator(".wc-tabs a[href='#tab-reviews']").click();
  for (const first of ["Review 25", "Review 5"]) {
    await page.getByRole("link", { name: "Show more reviews" }).click();
    await expect.poll(() => firstReview(page).innerText()).toBe(first);
    await expect.poll(() => firstReview(page).evaluate(isInView)).toBe(true);
  }
  expect(new URL(page.url()).pathname).toBe(`${routes.product(slug)}comment-page-3/`);
  expect(await page.getByRole("link", { name: "Show more reviews" }).count()).toBe(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Show newer reviews" }).click();
  await page.waitForURL(/comment-page-2/);
  await page.getByRole("link", { name: "Show newer reviews" }).click();
  await expect.poll(() => firstReview(page).innerText()).toBe("Review 45");
  await expect.poll(() => firstReview(page).evaluate(isInView)).toBe(true);
  expect(new URL(page.url()).pathname).toBe(routes.product(slug));
});

test("the address of a review page opens the reviews tab, also without a fragment", async () => {
  const { page } = await browser.newPage();
  await page.goto(`${routes.product(slug)}comment-page-2/`);
  await page.waitForSelector(".is-tabbed");
  expect(await page.locator(".wc-tabs [aria-selected=true]").getAttribute("href")).toBe("#tab-reviews");
  expect(await page.locator(".wc-tab:visible").count()).toBe(1);
});

/** Runs in the page. */
const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};
