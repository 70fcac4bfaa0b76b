import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { shareOwnShop } from "../support/own-shop.ts";

const browser = openBrowser();
let productId = 0;
const origin = shareOwnShop(async (db) => {
  productId = await addProduct(db);
  await setSetting(db, "cart_reminders", "yes");
});

const box = "#chowk_cart_reminder";

/** Opens the checkout in another tab, which knows nothing of what was typed. @returns whether the box is ticked there */
async function isTickedInAnotherTab(page: Page): Promise<boolean> {
  const tab = await page.context().newPage();
  await tab.goto(routes.checkout(), { waitUntil: "networkidle" });
  const isTicked = await tab.isChecked(box);
  await tab.close();
  return isTicked;
}

test("the consent to a reminder of the cart is stored and withdrawn when the box changes, with the address typed above it", async () => {
  const { page } = await browser.newPage({ width: 360, origin: origin() });
  await page.goto(`/?add-to-cart=${productId}`, { waitUntil: "networkidle" });
  await page.goto(routes.checkout(), { waitUntil: "networkidle" });
  expect(await page.isChecked(box)).toBe(false);
  const stored = () => page.waitForResponse((answer) => answer.url().includes("update_order_review") && answer.ok());
  let answered = stored();
  await page.focus(box);
  await page.keyboard.press("Space");
  await answered;
  expect(await isTickedInAnotherTab(page)).toBe(false);
  answered = stored();
  await page.fill("#billing_email", "buyer@example.com");
  await page.press("#billing_email", "Tab");
  await answered;
  expect(await isTickedInAnotherTab(page)).toBe(true);
  answered = stored();
  await page.uncheck(box);
  await answered;
  expect(await isTickedInAnotherTab(page)).toBe(false);
});
