import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectFocus, holdResponses } from "../support/cart.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { buyNow, call, changeTimers, openQuickCheckout, panel, popup } from "../support/quick-checkout.ts";

const browser = openBrowser();

describe.each([360, 768, 1280])("at %i px Buy now on a card", (width) => {
  test("opens the quick checkout over the list; Escape returns to the button", async () => {
    const { page } = await browser.newPage({ width });
    await openQuickCheckout(page);
    expect(new URL(page.url()).pathname).toBe(routes.shop());
    await page.getByRole("dialog", { name: "Growing Protein" }).waitFor();
    await expect.poll(() => page.locator(`${popup} .price--big`).textContent()).not.toContain("–");
    await expectFocus(page, `${popup} .x`);
    expect(await page.locator(`${panel} select`).count()).toBe(2);
    await page.waitForSelector(".slide-dots");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.waitForSelector(popup, { state: "detached" });
    expect(await buyNow(page, "Growing Protein").evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

test("the quick checkout is accessible in dark mode", async () => {
  const { page } = await browser.newPage({ width: 360, colorScheme: "dark" });
  await openQuickCheckout(page);
  await page.waitForSelector(".slide-dots");
  await expectAccessible(page);
});

test("“Loading...” covers the page immediately and disappears once the content is there", async () => {
  const { page } = await browser.newPage();
  // A script that relied on a timer of 500 ms or more would never finish.
  await changeTimers(page, "never", 500, Number.MAX_SAFE_INTEGER);
  const held = await holdResponses(page, call);
  await page.goto(routes.shop());
  await buyNow(page, "Growing Protein").click();
  const overlay = page.locator(".loading-overlay");
  expect((await overlay.textContent())?.trim()).toBe("Loading...");
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  await held.reached;
  held.release();
  await page.waitForSelector(panel);
  expect(await overlay.count()).toBe(0);
});

test("Close and a click outside the popup close it; dragging across its edge does not", async () => {
  const { page } = await browser.newPage();
  await openQuickCheckout(page);
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForSelector(popup, { state: "detached" });
  await buyNow(page, "Growing Protein").click();
  await page.locator("#quick-title").hover();
  await page.mouse.down();
  await page.mouse.move(20, 400);
  await page.mouse.up();
  expect(await page.locator(panel).count()).toBe(1);
  await page.mouse.move(20, 400);
  await page.mouse.down();
  await page.locator("#quick-title").hover();
  await page.mouse.up();
  expect(await page.locator(panel).count()).toBe(1);
  await page.mouse.click(20, 400);
  await page.waitForSelector(popup, { state: "detached" });
});

test("closing the popup while it loads cancels its request, and the next one opens", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  const answers: Route[] = [];
  await page.route(call, (route) => answers.push(route));
  await buyNow(page, "Growing Protein").click();
  await expect.poll(() => answers.length).toBe(1);
  const cancelled = page.waitForEvent("requestfailed", (request) => call.test(request.url()));
  await page.keyboard.press("Escape");
  expect((await cancelled).failure()?.errorText).toBe("net::ERR_ABORTED");
  await buyNow(page, "Growing Protein").click();
  await page.keyboard.press("Escape");
  await buyNow(page, "Teen Growth Daily").click();
  await expect.poll(() => answers.length).toBe(3);
  await answers[2]?.continue();
  await page.getByRole("dialog", { name: "Teen Growth Daily" }).waitFor();
});

test("the second click of a double click does not close the popup", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  await page.locator("li.card:nth-child(4) .qcfw_shop_buy_now_button").hover();
  const press = async (clickCount: number) => {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  await press(1);
  await page.waitForSelector(panel);
  await press(2);
  expect(await page.locator(panel).count()).toBe(1);
  await press(1);
  await page.waitForSelector(popup, { state: "detached" });
});

test("an add that finishes meanwhile does not open the drawer over the popup", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  const held = await holdResponses(page, /wc-ajax=add_to_cart/);
  await page.locator(".ajax_add_to_cart").first().click();
  await held.reached;
  await buyNow(page, "Growing Protein").click();
  await page.waitForSelector(panel);
  await page.evaluate(() =>
    document.body.addEventListener("added_to_cart", () => document.body.classList.add("test-added")),
  );
  held.release();
  await page.waitForSelector("body.test-added");
  expect(await page.locator("dialog[open]").count()).toBe(1);
});

describe("without scripts, Buy now on a card", () => {
  test("leads to the page of a product with options", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(routes.shop());
    await buyNow(page, "Growing Protein").click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(routes.product("growing-protein"));
  });

  test("leads to the checkout with a simple product", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(routes.shop());
    await buyNow(page, "L-lysine 1000 mg").click();
    await page.waitForURL(routes.checkout());
    await expect.poll(() => page.locator("main").textContent()).toContain("L-lysine");
  });
});
