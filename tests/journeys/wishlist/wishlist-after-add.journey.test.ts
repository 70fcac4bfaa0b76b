import { expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { withDatabase } from "../support/own-shop.ts";
import { expectAccessible } from "../support/page-checks.ts";
import { newDataDir, startShop } from "../support/start-shop.ts";
import { answered, cardHeart, recordWishlistCalls } from "../support/wishlist.ts";

const browser = openBrowser();
const simple = `${cardHeart}[data-product-type=simple]`;

/** Opens the shop page of a shop with this setting, after a first product was added. */
async function openAfterAdding(afterAdd: "view" | "add") {
  const dataDir = await newDataDir();
  await withDatabase(dataDir, undefined, (db) => setSetting(db, "wishlist_after_add", afterAdd));
  const shop = await startShop({ dataDir });
  onTestFinished(() => shop.stop());
  const { page } = await browser.newPage({ origin: shop.origin });
  await page.goto(routes.shop());
  const added = answered(page, "add_to_wishlist");
  await page.locator(simple).first().click();
  await added;
  await page.waitForFunction(() => document.cookie.includes("chowk_wishlist"));
  return page;
}

test("with `view`, the heart of a wished product is a link to the wishlist, also on the next page", async () => {
  const page = await openAfterAdding("view");
  const link = page.locator(".card .exists .heart");
  expect(await link.getAttribute("aria-label")).toBe("Browse wishlist");
  await page.reload();
  await page.locator(".card .exists .heart:not([role])").waitFor();
  expect(await link.getAttribute("aria-label")).toBe("Browse wishlist");
  expect(await link.getAttribute("aria-pressed")).toBeNull();
  await expectAccessible(page);
  const calls = recordWishlistCalls(page);
  await link.click();
  await page.waitForURL(`**${routes.wishlist()}`);
  expect(calls).toEqual([]);
  expect(await page.locator(".wishlist_table tr[data-row-id]").count()).toBe(1);
});

test("with `add`, the heart of a wished product still adds it, and says that it is there already", async () => {
  const page = await openAfterAdding("add");
  await page.reload();
  const heart = page.locator(".card .exists .heart");
  await heart.waitFor();
  expect(await heart.getAttribute("aria-pressed")).toBeNull();
  expect(await heart.getAttribute("aria-label")).toMatch(/^Add /);
  await expectAccessible(page);
  const calls = recordWishlistCalls(page);
  await heart.click();
  await page.locator(".heart-note[role=alert]", { hasText: "already in your wishlist" }).waitFor();
  expect(calls).toEqual(["add_to_wishlist"]);
  await page.goto(routes.wishlist());
  expect(await page.locator(".wishlist_table tr[data-row-id]").count()).toBe(1);
});
