import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectFocus } from "../support/cart.ts";
import { expectAccessible } from "../support/page-checks.ts";
import { buyNow, call, changeTimers, panel, popup, strip } from "../support/quick-checkout.ts";

const browser = openBrowser();

describe("when loading fails", () => {
  const failed = "The content could not be loaded.";
  const productPage = (page: Page) => page.getByRole("link", { name: "Open the product page" });

  /** Waits for the message and the logged error, and removes the error from the faults. */
  async function expectMessage(page: Page, faults: string[], words: string, failures = 0): Promise<void> {
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
    await expect.poll(() => faults).toContain("console: Error retrieving product details.");
    // Parts that load in parallel also fail after the message.
    await expect
      .poll(() => faults.filter((fault) => fault.startsWith("failed: ")).length)
      .toBeGreaterThanOrEqual(failures);
    faults.splice(0);
  }

  async function tryAgain(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForSelector(panel);
    await expectFocus(page, `${popup} .x`);
  }

  test.each([
    ["an error", { status: 500, body: "" }],
    ["the notice about an expired page", { status: 200, body: "This page has expired." }],
  ])("because the response is %s, it is reported and logged, with a retry and a link", async (_, answer) => {
    const { page, faults } = await browser.newPage({ width: 360 });
    await page.goto(routes.shop());
    await page.route(call, (route) => route.fulfill({ contentType: "text/html", ...answer }));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, failed);
    await expectAccessible(page, popup);
    const { pathname } = new URL((await productPage(page).getAttribute("href")) ?? "", page.url());
    expect(pathname).toBe(routes.product("growing-protein"));
    await page.unroute(call);
    await tryAgain(page);
    expect(await page.getByRole("alert").filter({ hasText: failed }).count()).toBe(0);
  });

  test("because the product is gone or the response is empty, it reports “not found” without a retry", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    await buyNow(page, "Growing Protein").evaluate((button) => (button.dataset.productId = "999999999"));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, "Content not found");
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.locator(".quick-failure").getByRole("button", { name: "Close" }).click();
    await page.waitForSelector(popup, { state: "detached" });
    await page.route(call, (route) => route.fulfill({ status: 200, body: "" }));
    await buyNow(page, "Teen Growth Daily").click();
    await expectMessage(page, faults, "Content not found");
    expect(await productPage(page).count()).toBe(1);
  });

  test.each([
    ["response", call],
    ["style sheet", /\/product-[^/]*\.css$/],
    ["client script", /\/quick-checkout-panel-/],
  ])("because of a missing %s, it times out, and a retry requests it again", async (_, address) => {
    const { page, faults } = await browser.newPage();
    await changeTimers(page, "early", 20_000);
    await page.goto(routes.shop());
    await page.route(address, () => new Promise(() => {}));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, failed);
    await page.unroute(address);
    await tryAgain(page);
    expect(await page.locator(strip).evaluate((element) => getComputedStyle(element).display)).toBe("flex");
  });

  test("because the style sheet failed, a retry loads it again", async () => {
    const { page, faults } = await browser.newPage();
    const sheet = /\/product-[^/]*\.css$/;
    await page.goto(routes.shop());
    await page.route(sheet, (route) => route.abort("failed"));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, failed);
    await page.unroute(sheet);
    await tryAgain(page);
    expect(await page.locator(strip).evaluate((element) => getComputedStyle(element).display)).toBe("flex");
  });

  test.each([
    ["the client script fails", /quick-checkout-panel/, 1],
    ["the network is down", /./, 3],
  ])("because %s, it is reported, and a retry leads to the product's page", async (_, address, failures) => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    await page.route(address, (route) => route.abort("failed"));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, failed, failures);
    await page.unroute(address);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL((url) => url.pathname === routes.product("growing-protein"));
    expect(await page.locator("h1").textContent()).toContain("Growing Protein");
  });
});
