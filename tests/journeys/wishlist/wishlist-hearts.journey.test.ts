import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { setChoice } from "../support/buying-box.ts";
import { cardHeart as card, recordWishlistCalls as recordCalls, wishFirst } from "../support/wishlist.ts";

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
    expect(calls).toEqual(["add_to_wishlist", "remove_from_all_wishlists"]);
  });
});

describe("a press that cannot be stored at once", () => {
  test("is undone with a spoken sentence when the call fails", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    await page.route(`**${routes.siteCall()}`, (route) => route.fulfill({ status: 500 }));
    await page.locator(card).first().click();
    await page.locator(".heart-note[role=alert]", { hasText: "could not be changed" }).waitFor();
    expect(await page.locator(`${card}[aria-pressed=true]`).count()).toBe(0);
    expect(await page.locator(".wishlist-count").first().isVisible()).toBe(false);
    faults.splice(0);
  });

  test("waits while offline, says so, and is sent when the browser is online", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    await page.locator(`${card}[aria-pressed=false]`).first().waitFor();
    await page.context().setOffline(true);
    await page.locator(card).first().click();
    await page.locator(".heart-note[role=alert]", { hasText: "You are offline" }).waitFor();
    expect(await page.locator(`${card}[aria-pressed=true]`).count()).toBe(1);
    await page.context().setOffline(false);
    await page.locator(`${card}[data-item-id]`).waitFor();
    expect(await page.evaluate(() => document.cookie)).toMatch(/chowk_wishlist=[0-9a-f]{8}\.1/);
    faults.splice(0);
  });

  test("is refused with a sentence when cookies are off", async () => {
    const { page } = await browser.newPage();
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false }));
    await page.goto(routes.shop());
    const calls = recordCalls(page);
    await page.locator(card).first().click();
    const sentence = "We are sorry, but this feature is available only if cookies on your browser are enabled.";
    expect(await page.locator(".heart-note[role=alert]").innerText()).toBe(sentence);
    expect(calls).toEqual([]);
  });

  test("gets new nonces once when those of the page have expired", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    await page.evaluate(() => {
      const { yith_wcwl_l10n: parameters } = window as never as { yith_wcwl_l10n: { nonce: Record<string, string> } };
      parameters.nonce.add_to_wishlist_nonce = "0123456789";
    });
    const calls = recordCalls(page);
    await page.locator(card).first().click();
    await page.locator(`${card}[data-item-id]`).waitFor();
    expect(calls).toEqual(["add_to_wishlist", "visitor", "add_to_wishlist"]);
  });
});

test("quick presses are sent one after the other, and only what has changed in the end", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  await page.locator(`${card}[aria-pressed=false]`).first().waitFor();
  let open = 0;
  let most = 0;
  await page.route(`**${routes.siteCall()}`, async (route) => {
    most = Math.max(most, (open += 1));
    const response = await route.fetch();
    open -= 1;
    await route.fulfill({ response });
  });
  await page.locator(card).evaluateAll((hearts) => {
    for (const heart of [...hearts.slice(0, 4), hearts[3]]) (heart as HTMLElement).click();
  });
  await page.waitForFunction(() => document.cookie.includes("chowk_wishlist") && document.cookie.includes(".3"));
  await expect.poll(() => page.locator(`${card}[data-item-id]`).count()).toBe(3);
  expect(most).toBe(1);
});

test("two tabs stay in step, and a list changed elsewhere is drawn after one personal call", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  const other = await page.context().newPage();
  await other.goto(routes.shop());
  await other.locator(`${card}[aria-pressed=false]`).first().waitFor();
  await page.locator(card).first().click();
  await other.locator(`${card}[aria-pressed=true]`).waitFor();
  await page.locator(`${card}[data-item-id]`).waitFor();
  await page.evaluate(() => localStorage.removeItem("chowk_wishlist"));
  const calls = recordCalls(page);
  await page.reload();
  await page.locator(`${card}[aria-pressed=true]`).waitFor();
  expect(calls).toEqual(["visitor"]);
});

test("a guest on a phone wishes a card, a variation and a product in the quick checkout; nothing moves", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as never as { value: number }[])
        document.documentElement.dataset.shift = String(Number(document.documentElement.dataset.shift ?? 0) + value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await wishFirst(page);
  await page.reload();
  await page.locator(`${card}[aria-pressed=true]`).waitFor();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => document.documentElement.dataset.shift ?? "0")).toBe("0");

  await page.goto(routes.product("whey-protein"));
  const heart = page.locator("form.variations_form .heart");
  const productId = await heart.getAttribute("data-product-id");
  for (const group of await page.getByRole("radiogroup").all()) await group.locator(".choice-button").first().click();
  await expect.poll(() => heart.getAttribute("data-product-id")).not.toBe(productId);
  const variationId = await heart.getAttribute("data-product-id");
  await heart.click();
  await page.locator(`form.variations_form .heart[aria-pressed=true][data-product-id="${variationId}"]`).waitFor();
  await expect.poll(() => page.evaluate(() => document.cookie)).toMatch(/chowk_wishlist=[0-9a-f]{8}\.2/);
  await setChoice(page, "pa_flavour", "");
  await expect.poll(() => heart.getAttribute("data-product-id")).toBe(productId);
  expect(await heart.getAttribute("aria-pressed")).toBe("false");

  await page.goto(routes.shop());
  await page.locator(`${card}[aria-pressed=true]`).first().waitFor();
  await page.locator(".qcfw_shop_buy_now_button").nth(2).click();
  const quick = page.locator("shop-quick-checkout dialog .heart");
  await quick.waitFor();
  const before = await quick.getAttribute("aria-pressed");
  await quick.click();
  await expect.poll(() => quick.getAttribute("aria-pressed")).toBe(before === "true" ? "false" : "true");
});
