import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillCart } from "../support/cart.ts";
import { cartScript } from "../support/originals/original-cart-scripts.ts";
import {
  type JQuery,
  jQueryKinds,
  openWithScript,
  realJQuery,
  withJQuery,
} from "../support/originals/original-scripts.ts";
import { runInSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const code = "ORIGINAL10";
beforeAll(() => runInSharedShop("coupons", "add", code, "percent", "10"), 120_000);

/** Records the requests that the page makes to the cart, and its shop calls. */
function recordCartRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const call = searchParams.get("wc-ajax");
    if (request.redirectedFrom()) return;
    if (pathname === routes.cart() && !request.isNavigationRequest()) requests.push(request.method());
    if (call && call !== "get_refreshed_fragments") requests.push(call);
  });
  return requests;
}

describe.each(jQueryKinds)("the original cart script, with jQuery: %s", (_, jQuery, placements) => {
  const script = withJQuery(jQuery, cartScript);

  describe.each(placements)("%s", (placement) => {
    let requests: string[];
    const cartPage = browser.sharePage({}, async ({ page }) => {
      await fillCart(page, 2);
      await openWithScript(page, routes.cart(), script, placement);
      await page.locator(".cart-update button").waitFor();
      await page.waitForLoadState("networkidle");
      requests = recordCartRequests(page);
    });
    beforeEach(() => void requests.splice(0));

    test("a quantity is saved once, by the Update button", async () => {
      const page = cartPage();
      await page.locator(".cart_item .plus").first().click();
      // Our client would have saved it by now.
      await page.waitForTimeout(800);
      expect(requests).toEqual([]);
      await page.getByRole("button", { name: "Update cart" }).click();
      await page.locator(".cart_item input.qty[value='2']").waitFor();
      await page.waitForLoadState("networkidle");
      expect(requests).toEqual(["POST"]);
    });

    test("a coupon is applied once", async () => {
      const page = cartPage();
      await page.locator(".coupon-link").click();
      await page.fill("#coupon_code", code);
      await page.getByRole("button", { name: "Apply" }).click();
      await page.locator(`.cart_totals [data-coupon=${code}]`).waitFor();
      await page.waitForLoadState("networkidle");
      expect(requests).toEqual(["apply_coupon", "POST"]);
    });

    test("a line is removed by one request", async () => {
      const page = cartPage();
      await page.locator(".cart_item .product-remove a").first().click();
      await expect.poll(() => page.locator(".cart_item").count()).toBe(1);
      await page.waitForLoadState("networkidle");
      expect(requests).toEqual(["GET"]);
    });
  });
});

describe("with the real jQuery", () => {
  const jQuery = realJQuery;

  test("a script that only counts events on the page leaves it to our client", async () => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    const analytics = () => {
      const { jQuery } = window as never as { jQuery: JQuery };
      const count = () => undefined;
      jQuery(document).on("submit", ".woocommerce-cart-form", count);
      jQuery(document).on("click", ".woocommerce-cart-form .product-remove a", count);
      jQuery(document).on("wc_update_cart added_to_cart applied_coupon", count);
    };
    await openWithScript(page, routes.cart(), withJQuery(jQuery, analytics), "in the head");
    await page.locator(".cart-update").waitFor({ state: "hidden" });
    await page.locator(".cart_item .plus").click();
    await expect.poll(() => page.locator(".cart_item input.qty").getAttribute("value")).toBe("2");
  });

  test("a removal and an update that another script handles are left to it", async () => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    const preventing = () => {
      const { jQuery } = window as never as { jQuery: JQuery };
      const prevent = (event: Event) => event.preventDefault();
      jQuery(document).on("submit", ".woocommerce-cart-form", prevent);
      jQuery(document).on("click", ".product-remove a", prevent);
    };
    await openWithScript(page, routes.cart(), withJQuery(jQuery, preventing), "in the head");
    await page.locator(".cart-update").waitFor({ state: "hidden" });
    const requests = recordCartRequests(page);
    await page.locator(".cart_item .product-remove a").click();
    await page.locator("form.woocommerce-cart-form").evaluate((form: HTMLFormElement) => form.requestSubmit());
    await page.waitForTimeout(800);
    expect(requests).toEqual([]);
  });

  test("with the setting for our client, quantities are saved without a button", async () => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    await openWithScript(page, routes.cart(), withJQuery(jQuery), "in the head", "cart:client");
    await page.locator(".cart-update").waitFor({ state: "hidden" });
    await page.locator(".cart_item .plus").click();
    await expect.poll(() => page.locator(".cart_item input.qty").getAttribute("value")).toBe("2");
  });
});
