import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { addAndCheckOut, choose } from "../support/buying-box.ts";
import { fillCart } from "../support/cart.ts";
import { fillCheckout } from "../support/checkout.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const visits = [360, 1280].flatMap((width) => [true, false].map((javaScript) => ({ width, javaScript })));
const product = routes.product("height-growth-complex");

describe.each(visits)("a purchase, $width wide, scripts $javaScript", (visit) => {
  test("leads from the listing and a variable product to the confirmation, and the order contains both", async () => {
    const { page } = await browser.newPage(visit);
    await addFromListing(page, visit.javaScript);
    await addTwoBottles(page);
    expect(new URL(page.url()).pathname).toBe(routes.checkout());
    await expectNoSidewaysScroll(page);
    await fillCheckout(page, { email: "ayesha@example.com" });
    await page.locator("#place_order").click();
    await page.waitForURL(/order-received/);
    const overview = await page.locator("main").innerText();
    expect(overview).toContain("Height Growth Complex");
    expect(overview).toContain("Vitamin D3 drops");
    expect(overview).toMatch(/Rs\s6,649/);
    await expectAccessible(page);
    // The checkout redirects to the cart; an error there would fail the test at its end.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe(routes.cart());
    expect(await page.locator(".wc-empty-cart-message").count()).toBe(1);
  });

  test("an empty form shows errors at its fields and keeps typed values", async () => {
    const { page } = await browser.newPage(visit);
    await openCheckout(page);
    await page.fill("#billing_city", "Lahore");
    await page.locator("#place_order").click();
    await page.locator("a[href='#billing_first_name']").first().waitFor();
    expect(await page.inputValue("#billing_city")).toBe("Lahore");
    expect(await page.locator("#billing_first_name").getAttribute("aria-invalid")).toBe("true");
    if (!visit.javaScript) return;
    await page.fill("#billing_first_name", "Ayesha");
    expect(await page.locator("#billing_first_name").getAttribute("aria-invalid")).toBeNull();
    expect(await page.locator("a[href='#billing_first_name']").isVisible()).toBe(false);
  });
});

test("without scripts, going back from an order does not resubmit a form that was first refused", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await openCheckout(page);
  await page.locator("#place_order").click();
  await page.locator("a[href='#billing_first_name']").first().waitFor();
  await fillCheckout(page, { email: "ayesha@example.com" });
  await page.locator("#place_order").click();
  await page.waitForURL(/order-received/);
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe(routes.cart());
  expect(await page.locator(".wc-empty-cart-message").count()).toBe(1);
});

/** Adds the drops: in place with scripts, by loading a page without. */
async function addFromListing(page: Page, hasScripts: boolean): Promise<void> {
  await page.goto(routes.shop());
  await page.getByRole("link", { name: /Add to cart: .Vitamin D3 drops/ }).click();
  if (!hasScripts) return page.waitForURL(routes.checkout());
  await page.locator("#astra-mobile-cart-drawer[open] .mini_cart_item").waitFor();
  expect(new URL(page.url()).pathname).toBe(routes.shop());
}

/** Opens the checkout with a product in the cart. */
async function openCheckout(page: Page): Promise<void> {
  await fillCart(page, 1);
  await page.goto(routes.checkout());
}

async function addTwoBottles(page: Page): Promise<void> {
  await page.goto(product);
  await choose(page, "pa_pack", "2-bottles");
  await addAndCheckOut(page);
}
