import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectFocus, fillCart } from "../support/cart.ts";
import { leaveClientOut, runCart, runCheckoutCoupon } from "../support/originals/field-scripts.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { runInSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const code = "FIELD10";
beforeAll(() => runInSharedShop("coupons", "add", code, "percent", "10"), 120_000);

/** Opens a page with a product in the cart. */
async function open(page: Page, path: string): Promise<void> {
  await fillCart(page, 1);
  await page.goto(path);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
}

const isSamePage = (page: Page) => page.evaluate(() => "isSamePage" in window);
const discount = (page: Page, within: string) => page.locator(`${within} [data-coupon=${code}]`);

describe("with the protocol's cart script instead of our client", () => {
  async function openCart(width: number): Promise<Page> {
    const { page } = await browser.newPage({ width });
    await leaveClientOut(page);
    await open(page, routes.cart());
    await page.evaluate(runCart);
    return page;
  }

  test("its button opens the delivery calculator", async () => {
    const page = await openCart(360);
    expect(await page.locator("#calc_shipping_city").isVisible()).toBe(false);
    await page.locator(".shipping-calculator-button").click();
    await page.fill("#calc_shipping_city", "Lahore");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test("the Update cart button saves quantities without a new page", async () => {
    const page = await openCart(1280);
    await page.fill(".cart_item input.qty", "3");
    await page.getByRole("button", { name: "Update cart" }).click();
    await page.locator(".cart_item input.qty[value='3']").waitFor();
    expect(await isSamePage(page)).toBe(true);
  });

  test.each(["Enter", "the button"])("a coupon is applied by %s without a new page", async (by) => {
    const page = await openCart(1280);
    await page.locator(".coupon-link").click();
    await page.fill("#coupon_code", code);
    if (by === "Enter") await page.locator("#coupon_code").press("Enter");
    else await page.getByRole("button", { name: "Apply" }).click();
    await discount(page, ".cart_totals").waitFor();
    expect(await isSamePage(page)).toBe(true);
  });

  test("a refused coupon stays in its field with the reason, although the form is replaced", async () => {
    const page = await openCart(360);
    await page.locator(".coupon-link").click();
    await page.fill("#coupon_code", "NO-SUCH");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForFunction(() => !document.querySelector(".fold:target"));
    await page.locator("#coupon-error-notice").waitFor();
    expect(await page.locator("#coupon-error-notice").isVisible()).toBe(true);
    expect(await page.inputValue("#coupon_code")).toBe("NO-SUCH");
    expect(await isSamePage(page)).toBe(true);
  });
});

describe.each(["off", "on"])("with the protocol's checkout script and our client %s", (client) => {
  test.each([360, 1280])("at %i pixels the link opens the coupon form, and a coupon is applied", async (width) => {
    const { page } = await browser.newPage({ width });
    if (client === "off") await leaveClientOut(page);
    await open(page, routes.checkout());
    if (client === "on") await page.locator(".coupon-link[aria-expanded]").waitFor({ state: "attached" });
    await page.evaluate(runCheckoutCoupon);
    expect(await page.locator("#coupon_code").isVisible()).toBe(false);
    await page.locator("a.showcoupon").click();
    await expectFocus(page, "#coupon_code");
    await expectAccessible(page);
    await page.fill("#coupon_code", "NO-SUCH");
    await page.locator("#coupon_code").press("Enter");
    await page.locator("#coupon-error-notice").waitFor();
    await page.fill("#coupon_code", code);
    await page.locator("#apply_coupon").click();
    await discount(page, "#order_review").waitFor();
    expect(await page.locator("#coupon_code").isVisible()).toBe(false);
    expect(await isSamePage(page)).toBe(true);
    await expectNoSidewaysScroll(page);
  });
});

test.each([360, 768, 1280])(
  "at %i pixels without scripts, the link opens the checkout's coupon form, and Enter applies a coupon",
  async (width) => {
    const { page } = await browser.newPage({ width, javaScript: false });
    await fillCart(page, 1);
    await page.goto(routes.checkout());
    expect(await page.locator("#coupon_code").isVisible()).toBe(false);
    await page.locator(".showcoupon").click();
    await page.fill("#coupon_code", code);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.locator("#coupon_code").press("Enter");
    await discount(page, "#order_review").waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.checkout());
  },
);

test("our client reports whether the coupon field and the calculator are open, and closes them again", async () => {
  const { page } = await browser.newPage();
  await open(page, routes.cart());
  for (const [link, field] of [
    [".coupon-link", "#coupon_code"],
    [".shipping-calculator-button", "#calc_shipping_city"],
  ] as const) {
    const opener = page.locator(link);
    const isShown = () => page.locator(field).isVisible();
    await page.locator(`${link}[aria-expanded=false]`).waitFor();
    await opener.press("Enter");
    expect([await opener.getAttribute("aria-expanded"), await isShown()]).toEqual(["true", true]);
    await opener.click();
    expect([await opener.getAttribute("aria-expanded"), await isShown()]).toEqual(["false", false]);
  }
  expect(new URL(page.url()).hash).toBe("");
});

test.each([true, false])(
  "Enter in a quantity saves it and does not ask for a coupon code, with scripts: %s",
  async (javaScript) => {
    const { page } = await browser.newPage({ javaScript });
    await fillCart(page, 1);
    await page.goto(routes.cart());
    await page.fill(".cart_item input.qty", "2");
    await page.locator(".cart_item input.qty").press("Enter");
    await page.locator(".woocommerce-message", { hasText: "updated" }).waitFor();
    expect(await page.inputValue(".cart_item input.qty")).toBe("2");
    expect(await page.locator("#coupon-error-notice").count()).toBe(0);
  },
);
