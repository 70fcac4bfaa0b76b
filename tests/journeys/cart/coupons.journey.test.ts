import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { cartResponse, fillCart } from "../support/cart.ts";
import { chooseProvince, fillCheckout } from "../support/checkout.ts";
import { expectAccessible } from "../support/page-checks.ts";
import { runInSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();

/** A coupon for 10% off, added by command. */
const code = "JOURNEY10";
/** The same for a single email address. */
const emailCode = "ONLYSANA";
beforeAll(async () => {
  await runInSharedShop("coupons", "add", code, "percent", "10");
  await runInSharedShop("coupons", "add", emailCode, "percent", "10", "--emails", "sana@example.com");
}, 120_000);

/** Opens the checkout with a product in the cart. */
async function openCheckout(page: Page): Promise<void> {
  await fillCart(page, 1);
  await page.goto(routes.checkout());
}

/** Types a code into the coupon field and presses Enter. */
async function enter(page: Page, typed: string): Promise<void> {
  if (!(await page.locator("#coupon_code").isVisible())) await page.locator(".coupon-link").click();
  await page.fill("#coupon_code", typed);
  await page.locator("#coupon_code").press("Enter");
}

/** Returns whether the element is entirely within the window vertically. */
async function isInView(shown: Locator): Promise<boolean> {
  return shown.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

test("at the checkout, a coupon is added and removed in place, and typed values stay", async () => {
  const { page } = await browser.newPage();
  await openCheckout(page);
  await chooseProvince(page);
  await page.fill("#billing_city", "Lahore");
  const button = () => page.locator("#place_order").innerText();
  const full = await button();
  await enter(page, "no such code");
  await page.locator("#coupon-error-notice").waitFor();
  await enter(page, "journey1o");
  await page.locator(`#order_review [data-coupon=${code}]`).waitFor();
  expect(await button()).not.toBe(full);
  await expectAccessible(page);
  await page.locator(`#order_review [data-coupon=${code}]`).click();
  await page.locator(`#order_review [data-coupon=${code}]`).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("order-total");
  expect(await button()).toBe(full);
  expect(await page.inputValue("#billing_city")).toBe("Lahore");
  expect(new URL(page.url()).pathname).toBe(routes.checkout());
});

test("at 360 pixels, the checkout shows errors and success at the coupon field", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await openCheckout(page);
  await enter(page, "NO-SUCH");
  const error = page.locator("p#coupon-error-notice");
  await error.waitFor();
  await expect.poll(() => isInView(error)).toBe(true);
  expect(await error.innerText()).toContain("“NO-SUCH” does not exist");
  expect(await page.inputValue("#coupon_code")).toBe("NO-SUCH");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("coupon_code");
  expect(await page.locator(".woocommerce-error").count()).toBe(0);
  await expectAccessible(page);
  await page.fill("#coupon_code", code);
  await page.locator("#apply_coupon").click();
  const success = page.locator(".coupon-success-notice");
  await success.waitFor();
  await expect.poll(() => isInView(success)).toBe(true);
  expect(await page.inputValue("#coupon_code")).toBe("");
});

test.each([true, false])(
  "a wrong code stays in the cart's field with the reason, with scripts: %s",
  async (javaScript) => {
    const { page } = await browser.newPage({ width: 360, javaScript });
    await fillCart(page, 1);
    await page.goto(routes.cart());
    await enter(page, "NO-SUCH");
    const error = page.locator("p#coupon-error-notice");
    await error.waitFor();
    expect(await page.inputValue("#coupon_code")).toBe("NO-SUCH");
    await expect.poll(async () => !javaScript || (await isInView(error))).toBe(true);
  },
);

/** Opens a checkout that is ready to be ordered. Background changes of coupons do not reach the shop until `isCut` is false. */
async function openReady() {
  const { page, faults } = await browser.newPage();
  await openCheckout(page);
  await fillCheckout(page);
  await page.locator("#place_order", { hasText: "Rs" }).waitFor();
  const state = { isCut: false, orders: 0 };
  page.on("request", (request) => void (request.url().includes("wc-ajax=checkout") && (state.orders += 1)));
  await page.route(
    (url) => url.pathname === routes.checkout() || url.pathname === routes.cart(),
    (route) => (state.isCut && route.request().resourceType() === "fetch" ? route.abort() : route.fallback()),
  );
  return { page, faults, state };
}

/** Changes a coupon by a button or link and presses the order's button at once. */
const changeAndOrder = (page: Page, control: string) =>
  page.evaluate((selector) => {
    for (const pressed of [selector, "#place_order"]) document.querySelector<HTMLElement>(pressed)?.click();
  }, control);

test.each([
  ["is refused", "NO-SUCH", false, "#coupon-error-notice"],
  ["does not reach the shop", code, true, ".woocommerce-error[role=alert]"],
])(
  "an order pressed while a coupon loads that %s waits until the shopper has seen why",
  async (_, typed, isCut, reason) => {
    const { page, faults, state } = await openReady();
    await page.locator(".coupon-link").click();
    await page.fill("#coupon_code", typed);
    state.isCut = isCut;
    await changeAndOrder(page, "#apply_coupon");
    await page.locator(reason).waitFor();
    await expect.poll(() => isInView(page.locator(reason))).toBe(true);
    state.isCut = false;
    await enter(page, code);
    await page.locator(`#order_review [data-coupon=${code}]`).waitFor();
    expect(state.orders).toBe(0);
    await page.locator("#place_order").click();
    await page.waitForURL(/order-received/);
    await page.locator("main", { hasText: code }).waitFor();
    faults.splice(0);
  },
);

test("an order pressed while a coupon is removed is not placed if that fails", async () => {
  const { page, faults, state } = await openReady();
  await enter(page, code);
  await page.locator(`#order_review [data-coupon=${code}]`).waitFor();
  state.isCut = true;
  const loaded = page.waitForEvent("load");
  await changeAndOrder(page, `#order_review [data-coupon=${code}]`);
  await loaded;
  expect([state.orders, new URL(page.url()).pathname]).toEqual([0, routes.checkout()]);
  faults.splice(0);
});

test("at the checkout, a coupon for another email address is removed with the reason once the address is typed", async () => {
  const { page } = await browser.newPage();
  await openCheckout(page);
  await chooseProvince(page);
  const full = await page.locator("#place_order").innerText();
  await enter(page, emailCode);
  await page.locator(`#order_review [data-coupon=${emailCode}]`).waitFor();
  await page.fill("#billing_email", "sana@example.com");
  const asked = page.waitForResponse((response) => response.url().includes("update_order_review"));
  await page.locator("#billing_first_name").focus();
  await asked;
  expect(await page.locator(`#order_review [data-coupon=${emailCode}]`).count()).toBe(1);
  await page.fill("#billing_email", "ayesha@example.com");
  await page.locator("#billing_first_name").focus();
  await page.locator(`#order_review [data-coupon=${emailCode}]`).waitFor({ state: "detached" });
  expect(await page.locator(".woocommerce-error").innerText()).toContain("not valid for this email address");
  expect(await page.locator("#place_order").innerText()).toBe(full);
  expect(await page.inputValue("#billing_email")).toBe("ayesha@example.com");
});

test("a code being typed stays while a quantity is saved, and is not applied before it is submitted", async () => {
  const { page } = await browser.newPage();
  await fillCart(page, 1);
  await page.goto(routes.cart());
  await page.locator(".coupon-link").click();
  await page.fill("#coupon_code", code);
  await page.locator(".cart-page button.plus").first().click();
  const isSaved = cartResponse(page);
  await page.fill("#coupon_code", `${code}X`);
  await isSaved;
  await page.locator(".cart-page [aria-busy=true]").waitFor({ state: "detached" });
  expect(await page.inputValue("#coupon_code")).toBe(`${code}X`);
  expect(await page.inputValue(".cart-page input.qty")).toBe("2");
  expect(await page.locator(".cart-discount, .woocommerce-error").count()).toBe(0);
});

test.each([true, false])(
  "Enter in the cart's coupon field applies the coupon, with scripts: %s",
  async (javaScript) => {
    const { page } = await browser.newPage({ javaScript });
    await fillCart(page, 1);
    await page.goto(routes.cart());
    await enter(page, code);
    await page.locator(`.cart_totals [data-coupon=${code}]`).waitFor();
    expect(await page.locator(".cart_totals .cart-discount").innerText()).toContain(code);
  },
);

test.each([360, 1280])("at %i pixels, the cart applies, shows and removes a coupon without scripts", async (width) => {
  const { page } = await browser.newPage({ width, javaScript: false });
  await fillCart(page, 1);
  await page.goto(routes.cart());
  await page.locator(".coupon-link").click();
  await page.fill("#coupon_code", code);
  await page.locator("button[name=apply_coupon]").click();
  await page.locator(".woocommerce-message").waitFor();
  expect(await page.locator(".cart_totals .cart-discount").innerText()).toContain(code);
  await expectAccessible(page);
  await page.locator(".cart_totals .woocommerce-remove-coupon").click();
  await page.locator(".woocommerce-message").waitFor();
  expect(await page.locator(".cart_totals .cart-discount").count()).toBe(0);
});
