import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { addButtons, cartLink, drawer, emptyDrawer, expectFocus, fillCart, recordCalls } from "../support/cart.ts";

const browser = openBrowser();

describe("the drawer", () => {
  test.each([360, 1280])("opens from the cart icon, %i wide, and closes in every way", async (width) => {
    const { page } = await browser.newPage({ width });
    const calls = recordCalls(page);
    await page.goto(routes.shop());
    expect(calls).toEqual([]);
    const open = async () => {
      await page.locator(cartLink).click();
      await page.waitForSelector(`${drawer}[open]`);
      await expectFocus(page, ".astra-cart-drawer-close");
    };
    await open();
    // Without a cart, no request is made.
    await page.waitForSelector(emptyDrawer);
    expect(calls).toEqual([]);
    await page.keyboard.press("Escape");
    await expectFocus(page, "a.cart-container");
    await open();
    await page.click(".astra-cart-drawer-close");
    await page.locator(drawer).waitFor({ state: "hidden" });
    await open();
    if (width > 360) {
      // On a phone the drawer covers the page.
      await page.mouse.click(20, 300);
      await page.locator(drawer).waitFor({ state: "hidden" });
      await open();
    }
    await page.setViewportSize({ width: width + 10, height: 700 });
    await page.waitForFunction((selector) => !document.querySelector<HTMLDialogElement>(selector)?.open, drawer);
  });

  test("never opens on the cart page, where the icon is a link", async () => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    await page.goto(routes.cart());
    await page.evaluate(() => document.body.dispatchEvent(new CustomEvent("added_to_cart", { bubbles: true })));
    expect(await page.locator(`${drawer}[open]`).count()).toBe(0);
    await Promise.all([page.waitForEvent("load"), page.locator(cartLink).click()]);
    await page.waitForURL(routes.cart());
    expect(await page.locator(`${drawer}[open]`).count()).toBe(0);
  });

  test("takes the focus 100 ms after opening", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const focused = page.locator(`${drawer}[data-focused]`);
    await page.locator(".astra-cart-drawer-close").evaluate((button) => {
      (button as HTMLElement).focus = () => button.closest("dialog")?.setAttribute("data-focused", "");
    });
    await page.locator(cartLink).evaluate((link) => (link as HTMLElement).click());
    await page.clock.runFor(99);
    expect(await focused.count()).toBe(0);
    await page.clock.runFor(1);
    expect(await focused.count()).toBe(1);
  });

  test("in redirect mode, the icon is a link on small screens only", async () => {
    const small = await browser.newPage({ width: 360 });
    const wide = await browser.newPage();
    for (const { page } of [small, wide]) {
      await page.goto(routes.shop());
      await page.evaluate(() => {
        const { astra_cart } = window as never as { astra_cart: { responsive_cart_click: string } };
        astra_cart.responsive_cart_click = "redirect";
      });
      await page.locator(cartLink).click();
    }
    await wide.page.waitForSelector(`${drawer}[open]`);
    await small.page.waitForURL(`**${routes.cart()}`);
    expect(new URL(wide.page.url()).pathname).toBe(routes.shop());
  });

  test("without scripts, the icon is a link to the cart, and buttons add", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(routes.shop());
    await page.locator(addButtons).first().click();
    await page.goto(routes.shop());
    await page.locator(cartLink).click();
    await page.waitForURL(routes.cart());
    await expect.poll(() => page.locator(".cart_item, .woocommerce-cart-form").count()).toBeGreaterThan(0);
  });
});
