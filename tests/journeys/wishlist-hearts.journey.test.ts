import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
import { cardHeart as card, recordWishlistCalls as recordCalls, wishFirst } from "./support/wishlist.ts";

const browser = openBrowser();
describe("hearts", () => {
  test("a visitor without a list sees hearts without a call", async () => {
    const { page } = await browser.newPage();
    const calls = recordCalls(page);
    await page.goto(routes.shop());
    await page.locator(`${card}[aria-pressed=false]`).first().waitFor();
    await page.waitForTimeout(500);
    expect(calls).toEqual([]);
  });

  test("a press fills the heart at once, and the next page draws it from the copy without a call", async () => {
    const { page } = await browser.newPage();
    const calls = recordCalls(page);
    await wishFirst(page);
    expect(await page.locator(".wishlist-count-text").first().textContent()).toBe("1");
    expect(calls).toEqual(["add_to_wishlist"]);
    await page.reload();
    await page.locator(`${card}[aria-pressed=true]`).waitFor();
    await page.waitForTimeout(500);
    expect(await page.locator(".wishlist-count-text").first().textContent()).toBe("1");
    expect(calls).toEqual(["add_to_wishlist"]);
    await page.locator(`${card}[aria-pressed=true]`).click();
    await page.waitForFunction(() => !document.cookie.includes("chowk_wishlist"));
    expect(await page.locator(`${card}[aria-pressed=true]`).count()).toBe(0);
    expect(await page.locator(".wishlist-count").first().isVisible()).toBe(false);
    expect(calls).toEqual(["add_to_wishlist", "delete_item"]);
  });
});
