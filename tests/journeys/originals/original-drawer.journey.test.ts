import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { addToCart, cartLink, count, drawer, expectCount, fillCart, recordCalls } from "../support/cart.ts";
import { addingScript, drawerScript, fragmentsScript } from "../support/originals/original-cart-scripts.ts";
import {
  type JQuery,
  jQueryKinds,
  openWithScript,
  realJQuery,
  withJQuery,
} from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const lines = (page: Page) => page.locator(`${drawer} .woocommerce-mini-cart-item`);

describe.each(jQueryKinds)("the original scripts of the drawer, with jQuery: %s", (_, jQuery, placements) => {
  const script = withJQuery(jQuery, addingScript, fragmentsScript, drawerScript);

  describe.each(placements)("%s", (placement) => {
    test("the cart is fetched once per page and once for the drawer; a line is removed by one call", async () => {
      const { page } = await browser.newPage();
      await fillCart(page, 1);
      const calls = recordCalls(page);
      await openWithScript(page, routes.shop(), script, placement);
      await expectCount(page, 1);
      await page.waitForLoadState("networkidle");
      expect(calls).toEqual(["get_refreshed_fragments"]);
      await addToCart(page, "153");
      calls.splice(0);
      await page.locator(cartLink).click();
      await expect.poll(() => lines(page).count()).toBe(2);
      await page.waitForLoadState("networkidle");
      expect(calls).toEqual(["get_refreshed_fragments"]);
      expect(await page.locator(".cart-drawer-count").textContent()).toBe("2");
      calls.splice(0);
      await page.locator(".remove_from_cart_button").first().click();
      await expect.poll(() => lines(page).count()).toBe(1);
      await page.waitForLoadState("networkidle");
      expect(calls).toEqual(["remove_from_cart"]);
      expect(await count(page)).toBe("1");
    });

    test("the theme's script opens and closes the drawer, which is one dialog", async () => {
      const { page } = await browser.newPage({ width: 360 });
      await fillCart(page, 1);
      await openWithScript(page, routes.shop(), script, placement);
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => {
        const events = { opened: 0 };
        Object.assign(window, { events });
        document.addEventListener("astra_on_slide_In_cart_open", () => (events.opened += 1));
      });
      await page.locator(cartLink).click();
      await page.waitForSelector(`${drawer}[open].active`);
      expect(await page.evaluate(() => (window as never as { events: { opened: number } }).events.opened)).toBe(1);
      await lines(page).locator(".plus").click();
      await expectCount(page, 2);
      await page.locator(".astra-cart-drawer-close").click();
      await page.locator(drawer).waitFor({ state: "hidden" });
      expect(await page.locator(`${drawer}.active, html.ast-mobile-cart-active`).count()).toBe(0);
    });
  });
});

describe("with the real jQuery", () => {
  const jQuery = realJQuery;

  test("a script that only counts the cart's events leaves the drawer to our client", async () => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    const analytics = () => {
      const { jQuery } = window as never as { jQuery: JQuery };
      const count = () => undefined;
      jQuery(window).on("pageshow", count);
      jQuery(() => {
        jQuery(document.body).on("wc_fragment_refresh updated_wc_div added_to_cart removed_from_cart", count);
      });
    };
    const calls = recordCalls(page);
    await openWithScript(page, routes.shop(), withJQuery(jQuery, analytics), "in the head");
    await expectCount(page, 1);
    expect(calls).toEqual(["get_refreshed_fragments"]);
    await page.locator(cartLink).click();
    await lines(page).waitFor();
  });

  test("with the setting for our client, our client fetches the cart", async () => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    const calls = recordCalls(page);
    await openWithScript(page, routes.shop(), withJQuery(jQuery), "in the head", "drawer:client");
    await expectCount(page, 1);
    await page.waitForLoadState("networkidle");
    expect(calls).toEqual(["get_refreshed_fragments"]);
  });

  test("with the setting for other scripts, an add does not open the drawer by itself", async () => {
    const { page } = await browser.newPage();
    const scripts = withJQuery(jQuery, addingScript, fragmentsScript);
    await openWithScript(page, routes.shop(), scripts, "in the head", "drawer:scripts");
    await page.waitForLoadState("networkidle");
    await page.locator(".add_to_cart_button.ajax_add_to_cart").first().click();
    await expectCount(page, 1);
    expect(await page.locator(`${drawer}[open]`).count()).toBe(0);
    expect(await lines(page).count()).toBe(1);
  });
});
