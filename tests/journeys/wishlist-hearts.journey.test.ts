import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";

const browser = openBrowser();
const card = ".card .yith-wcwl-add-to-wishlist .heart";

/** Returns the wishlist's calls that the page makes, in order. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === routes.visitorState()) calls.push("visitor");
    if (pathname === routes.siteCall()) calls.push(new URLSearchParams(request.postData() ?? "").get("action") ?? "");
  });
  return calls;
}

/** Presses the first card's heart and waits until it is stored. */
async function wishFirst(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes(routes.siteCall()));
  await page.locator(card).first().click();
  await answered;
  await page.locator(`${card}[data-item-id]`).first().waitFor();
}

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
    await page.goto(routes.shop());
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
