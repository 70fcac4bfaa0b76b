import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";

const browser = openBrowser();
const notice = ".woocommerce-notices-wrapper [role=alert]";

/** Causes a notice for the visitor's next page by a refused add. */
async function leaveNotice(page: Page): Promise<void> {
  const button = page.locator(".add_to_cart_button.ajax_add_to_cart").first();
  const id = await button.getAttribute("data-product_id");
  const answer = await page.request.post(routes.shopCall("add_to_cart"), {
    form: { product_id: id ?? "", quantity: "999999" },
  });
  expect(await answer.json()).toMatchObject({ error: true });
}

describe.each([true, false])("a pending notice, scripts %s", (javaScript) => {
  test.each([routes.blog(), "/about/", "/no-such-page/"])("is shown once, even on %s", async (path) => {
    const { page, faults } = await browser.newPage({ javaScript });
    await page.goto(routes.shop());
    await leaveNotice(page);
    // HEAD requests, prefetches and image requests do not consume the notice.
    await page.request.head(path);
    await page.request.get(path, { headers: { "sec-purpose": "prefetch" } });
    await page.request.get(path, { headers: { "sec-fetch-dest": "image" } });
    await page.goto(path);
    await page.locator(notice).waitFor();
    await page.goto(path);
    expect(await page.locator(notice).count()).toBe(0);
    expect(faults.splice(0).every((fault) => fault.startsWith("404"))).toBe(true);
  });
});

test.each([routes.cart(), routes.checkout()])("%s updates the browser's cart cookie", async (path) => {
  const { page } = await browser.newPage();
  const { origin } = new URL(await page.goto(routes.shop()).then(() => page.url()));
  await page.context().addCookies([{ name: "woocommerce_cart_hash", value: "0".repeat(32), url: origin }]);
  await page.goto(path);
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names).not.toContain("woocommerce_cart_hash");
});
