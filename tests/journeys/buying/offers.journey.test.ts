import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { addAndCheckOut } from "../support/buying-box.ts";
import { addToCart } from "../support/cart.ts";
import { fillCheckout } from "../support/checkout.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();
const product = routes.product("height-growth-complex");
/** Its one-bottle variation. */
const oneBottle = "102";
const offer = /^1 bottle: 2 for Rs\s5,499$/;
const row = /Offer: 2 × Height Growth Complex, 1 bottle for Rs\s5,499\s+−Rs\s499/;

/** Adds two one-bottle packs on the product's page. */
async function addTwo(page: Page): Promise<void> {
  await page.locator("form.variations_form input.qty").fill("2");
  await addAndCheckOut(page);
}

test.each([true, false])(
  "a multi-buy offer is shown on card and product page, and as the same row in cart, checkout and order; with scripts: %s",
  async (javaScript) => {
    const { page } = await browser.newPage({ javaScript });
    await page.goto(routes.shop());
    const card = page.locator(".card", { has: page.locator(`a[href="${product}"]`) }).first();
    expect(await card.locator(".card-offer").innerText()).toMatch(offer);
    await page.goto(product);
    expect(await page.locator(".buy > .offer").innerText()).toMatch(offer);
    await addTwo(page);
    await page.goto(routes.cart());
    expect(await page.locator(".cart_totals .cart-offer").innerText()).toMatch(row);
    await expectAccessible(page);
    await page.goto(routes.checkout());
    expect(await page.locator("#order_review .cart-offer").innerText()).toMatch(row);
    await fillCheckout(page);
    await page.locator("#place_order").click();
    await page.waitForURL(/order-received/);
    expect(await page.locator("main .cart-offer").innerText()).toMatch(row);
    expect(await page.locator("main .order-total").innerText()).toMatch(/Rs\s5,499/);
  },
);

test("the drawer shows the offer's row too", async () => {
  const { page } = await browser.newPage();
  await addToCart(page, oneBottle, 2);
  await page.goto(routes.shop());
  await page.locator("a.cart-container:visible").click();
  const drawn = page.locator("#astra-mobile-cart-drawer[open] .cart-offer");
  await drawn.waitFor();
  expect(await drawn.innerText()).toMatch(row);
});
