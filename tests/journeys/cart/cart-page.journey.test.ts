import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import {
  addButtons,
  addToCart,
  cartResponse,
  dispatch,
  expectCount,
  expectFocus,
  expectStoredCopy,
  fillCart,
  holdCalls,
  recordCalls,
} from "../support/cart.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();
const lines = ".cart-page .cart_item";

/** Opens the cart page with this many products; with scripts, waits until it saves by itself. */
async function openCart(page: Page, products: number): Promise<void> {
  await fillCart(page, products);
  await page.goto(routes.cart());
  expect(await page.locator(lines).count()).toBe(products);
  const hasScripts = await page.evaluate(() => !matchMedia("(scripting: none)").matches);
  if (hasScripts) await page.locator(".cart-update").waitFor({ state: "hidden" });
}

const totals = (page: Page) => page.locator(".cart_totals .order-total").textContent();

describe.each([360, 1280])("the cart page, %i wide", (width) => {
  test("saves quantities by itself and keeps the focus; removing focuses the notice, whose Undo restores the line", async () => {
    const { page } = await browser.newPage({ width });
    await openCart(page, 2);
    await expectAccessible(page);
    const before = await totals(page);
    await page.locator(`${lines} .plus`).first().click();
    await page.locator(`${lines} .plus`).first().click();
    await page.waitForFunction(
      (old) => document.querySelector(".cart_totals .order-total")?.textContent !== old,
      before,
    );
    await expectFocus(page, ".plus");
    expect(await page.locator(`${lines} input.qty`).first().inputValue()).toBe("3");
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent === "4");
    await page.locator(`${lines} .product-remove a`).first().click();
    await expectFocus(page, ".woocommerce-message");
    expect(await page.locator(lines).count()).toBe(1);
    await page.click(".restore-item");
    await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 2, lines);
    await expectFocus(page, ".product-remove a");
    expect(new URL(page.url()).pathname).toBe(routes.cart());
  });
});

test.each([true, false])("a line is saved for later on the cart page, with scripts: %s", async (hasScripts) => {
  const { page } = await browser.newPage({ javaScript: hasScripts });
  await openCart(page, 2);
  await page.locator(`${lines} .product-later a`).first().click();
  await page.locator(".woocommerce-message").waitFor();
  expect(await page.locator(lines).count()).toBe(1);
  expect(await page.locator(".woocommerce-message").textContent()).toContain("is now in your wishlist");
  expect(new URL(page.url()).pathname).toBe(routes.cart());
  await page.goto(routes.wishlist());
  expect(await page.locator("[data-row-id]").count()).toBe(1);
});

test("adding a cross-sell is announced, keeps the focus on an add button and makes no further request", async () => {
  const { page } = await browser.newPage();
  const list = await (await page.request.get(routes.shop())).text();
  await addToCart(page, /data-product_id="(\d+)"[^>]*data-product_sku="DEO-CA-90"/.exec(list)?.[1] ?? "");
  await page.goto(routes.cart());
  await expectStoredCopy(page);
  const calls = recordCalls(page);
  const offers = page.locator(`.cross-sells ${addButtons}`);
  const added = await offers.first().getAttribute("data-product_id");
  await offers.first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 2, lines);
  await expectFocus(page, `.cross-sells ${addButtons}`);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("data-product_id"))).not.toBe(added);
  const region = page.locator(".widget_shopping_cart_live_region[role=status]");
  await expect.poll(() => region.textContent()).toMatch(/has been added to your cart/);
  await expectCount(page, 2);
  expect(calls).toEqual(["add_to_cart"]);
  await page.locator(`${lines} .product-remove a`).first().click();
  await expect.poll(() => region.textContent()).toMatch(/removed/);
  await page.click(".restore-item");
  await expect.poll(() => region.textContent()).toMatch(/is back in your cart/);
});

test("a quantity over the limit is refused with a focused error", async () => {
  const { page } = await browser.newPage();
  await openCart(page, 1);
  await page.locator(`${lines} input.qty`).fill("999999999");
  await page.locator(`${lines} input.qty`).press("Enter");
  await expectFocus(page, ".woocommerce-error");
});

test("an invalid quantity is reset with an error, without a request", async () => {
  const { page } = await browser.newPage();
  await openCart(page, 1);
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  for (const typed of ["", "-5", "1.7"]) {
    await page.locator(`${lines} input.qty`).fill(typed);
    await page.locator(`${lines} input.qty`).press("Tab");
    await expectFocus(page, ".woocommerce-error");
    expect(await page.locator(".woocommerce-error").innerText()).toContain("enter a whole number");
    expect(await page.locator(`${lines} input.qty`).inputValue()).toBe("1");
  }
  expect(posts).toEqual([]);
});

test("entering quantity 0 removes the line and focuses the notice with Undo", async () => {
  const { page } = await browser.newPage();
  await openCart(page, 2);
  await page.locator(`${lines} input.qty`).first().focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await expectFocus(page, ".woocommerce-message");
  expect(await page.locator(lines).count()).toBe(1);
  await page.click(".woocommerce-message .restore-item");
  await expectCount(page, 2);
});

test("removing the last line shows the empty cart with a link to the shop", async () => {
  const { page } = await browser.newPage();
  await openCart(page, 1);
  const emptied = page.evaluate(
    () => new Promise((resolve) => document.body.addEventListener("wc_cart_emptied", () => resolve(true))),
  );
  await page.locator(`${lines} .product-remove a`).click();
  expect(await emptied).toBe(true);
  await page.waitForSelector(".wc-empty-cart-message a.wc-backward");
});

test("a failed request resets the quantity and shows an error", async () => {
  const { page, faults } = await browser.newPage();
  await openCart(page, 1);
  await page.route(`**${routes.cart()}`, (route) => route.abort("failed"));
  await page.locator(`${lines} .plus`).click();
  await expectFocus(page, ".woocommerce-error");
  expect(await page.locator(`${lines} input.qty`).inputValue()).toBe("1");
  faults.splice(0);
});

test("changing a quantity and removing a line show the same message when offline", async () => {
  const { page, faults } = await browser.newPage();
  await openCart(page, 1);
  await page.context().setOffline(true);
  for (const control of [".plus", ".product-remove a"]) {
    await page.locator(`${lines} ${control}`).click();
    await expectFocus(page, ".woocommerce-error");
    expect(await page.locator(".woocommerce-error").innerText()).toContain("You are offline");
    await page.evaluate(() => document.querySelector(".woocommerce-error")?.remove());
  }
  faults.splice(0);
});

test("a quantity is saved before the checkout link is followed", async () => {
  const { page } = await browser.newPage();
  await openCart(page, 1);
  await page.locator(`${lines} input.qty`).fill("4");
  await Promise.all([page.waitForURL(`**${routes.checkout()}`), page.locator(".checkout-button").click()]);
  expect(await page.locator(".checkout-cart input.qty").inputValue()).toBe("4");
});

test("the checkout link stays on the page with an error when a quantity is over the limit", async () => {
  const { page } = await browser.newPage();
  await openCart(page, 1);
  await page.locator(`${lines} input.qty`).fill("999999999");
  await page.locator(".checkout-button").click();
  await expectFocus(page, ".woocommerce-error");
  expect(new URL(page.url()).pathname).toBe(routes.cart());
});

test("a quantity is sent when the page is left", async () => {
  const { page } = await browser.newPage();
  await openCart(page, 1);
  await page.locator(`${lines} .plus`).click();
  await page.goto(routes.home());
  await expect
    .poll(async () => (await page.request.get(routes.cart())).text())
    .toMatch(/class="input-text qty text"[^>]*value="2"/);
});

test("changes work with expired nonces, without an error", async () => {
  const { page } = await browser.newPage();
  await openCart(page, 2);
  await expireNonces(page);
  await page.locator(`${lines} .plus`).first().click();
  await expectCount(page, 3);
  expect(await page.locator(`${lines} input.qty`).first().inputValue()).toBe("2");
  await expireNonces(page);
  await page.locator(`${lines} .product-remove a`).first().click();
  await expectFocus(page, ".woocommerce-message");
  expect(await page.locator(lines).count()).toBe(1);
  await expireNonces(page);
  await page.click(".restore-item");
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 2, lines);
  await expectCount(page, 3);
  expect(await page.locator(".woocommerce-error").count()).toBe(0);
});

/** Replaces the page's nonces by invalid ones. */
async function expireNonces(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>("[name=woocommerce-cart-nonce]"))
      field.value = "0123456789";
    for (const link of document.querySelectorAll<HTMLAnchorElement>(".product-remove a, a.restore-item"))
      link.href = link.href.replace(/_wpnonce=\w+/, "_wpnonce=0123456789");
  });
}

test("the header shows a quantity saved during a refresh of the fragments", async () => {
  const { page } = await browser.newPage();
  await openCart(page, 1);
  const { reached, release } = await holdCalls(page, "get_refreshed_fragments");
  await dispatch(page, "wc_fragment_refresh");
  await reached;
  const saved = cartResponse(page);
  await page.locator(`${lines} .plus`).click();
  await saved;
  release();
  await expectCount(page, 2);
});

test("without scripts, quantities, removal and Undo work by forms and links", async () => {
  const { page } = await browser.newPage({ width: 360, javaScript: false });
  await openCart(page, 2);
  await page.locator(`${lines} input.qty`).first().fill("3");
  await page.locator("[name=update_cart]").click();
  expect(await page.locator(`${lines} input.qty`).first().inputValue()).toBe("3");
  expect(await page.locator(".woocommerce-message").textContent()).toContain("Cart updated");
  await page.locator(`${lines} .product-remove a`).first().click();
  await expect.poll(() => page.locator(lines).count()).toBe(1);
  await page.click(".restore-item");
  await expect.poll(() => page.locator(lines).count()).toBe(2);
});

test("a saved quantity is announced with its product and the new total", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await fillCart(page, 1);
  await page.goto(routes.cart());
  await Promise.all([cartResponse(page), page.locator(".cart-page .plus").click()]);
  const region = page.locator(".widget_shopping_cart_live_region");
  await expect.poll(() => region.textContent()).toMatch(/^Quantity of [^:]+: 2\. Total Rs [\d,]+/);
});
