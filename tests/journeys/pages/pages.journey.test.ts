import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();

/** Pages that `pageTypes` does not contain. */
const pages = [
  routes.search("nothing like it"),
  routes.cart(),
  routes.wishlist(),
  routes.searchWishlists("nothing like it"),
  routes.article("how-tall-will-my-child-be"),
  routes.article("faq"),
  routes.author("maryam"),
];

describe.each(pages)("%s", (path) => {
  test.each([
    { width: 360, colorScheme: "light" as const },
    { width: 1280, colorScheme: "dark" as const },
  ])("renders and is accessible, $width wide, $colorScheme", async (visit) => {
    const { page } = await browser.newPage(visit);
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    expect(await page.locator("h1").count()).toBe(1);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test("every link in header, menus and footer leads to a page", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.home());
  const hrefs = await page
    .locator("header a[href^='/'], footer a[href^='/']")
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href") ?? ""))]);
  expect(hrefs.length).toBeGreaterThan(10);
  const broken: string[] = [];
  for (const href of hrefs) if ((await page.request.get(href)).status() !== 200) broken.push(href);
  expect(broken).toEqual([]);
});

test("an unknown URL gets a helpful page with status 404", async () => {
  const { page, faults } = await browser.newPage();
  const response = await page.goto("/no-such-page/");
  expect(response?.status()).toBe(404);
  expect(await page.locator("main .search-form").count()).toBe(1);
  expect(faults.splice(0)).toEqual([expect.stringContaining("404")]);
});

test.each([
  ["/?s=&post_type=product", 200],
  ["/?s=%20&post_type=product", 200],
  ["/?s=a%00b&post_type=product", 200],
  ["/product/%00/", 400],
  ["/%00/elsewhere.example/", 400],
  ["/%%0000", 400],
  ["/shop/page/0/", 404],
  ["/product-category/vitamins/page/0/", 404],
  ["/product-category/no/such/", 404],
  ["/shop/page/99999/", 404],
])("%s is answered %i, never with a server error", async (path, status) => {
  const { page, faults } = await browser.newPage();
  expect((await page.request.get(path)).status()).toBe(status);
  faults.splice(0);
});
