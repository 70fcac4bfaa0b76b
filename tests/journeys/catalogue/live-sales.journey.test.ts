import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();

const sale = (name: string) => ({
  title: '<span class="pi-first_name">Someone</span> from <span class="pi-city">Lahore</span>',
  desc: `Someone bought ${name}`,
  short_desc: `bought <a class="pi-product_link" href="/product/whey-protein/" target="_blank" rel="noopener">${name}</a>`,
  image: "",
  link: "/product/whey-protein/",
});

/** Opens a page whose clock stands still, with a list of sales. @returns how often the list was requested */
async function openAt(path: string, { width = 1280, sales = [sale("Tea"), sale("Whey")] } = {}) {
  const { page } = await browser.newPage({ width, isQuick: false, hasLiveSales: true });
  const requests: string[] = [];
  await page.route("**/?wc-ajax=pisol_live_orders", (route) => {
    requests.push(route.request().postData() ?? "");
    return route.fulfill({ json: sales });
  });
  await page.clock.install();
  await page.goto(path);
  await page.waitForFunction(() => customElements.get("shop-variations"));
  // Until now its time ran on by itself.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  return { page, requests };
}

/** Lets the page's time pass in small steps, because a timer set by a promise's callback is seen only in the next one. */
async function pass(page: Page, ms: number): Promise<void> {
  for (let step = 0; step < ms; step += 250) await page.clock.runFor(250);
}

/** Lets the first pop-up appear. */
async function untilFirst(page: Page, requests: readonly string[]): Promise<void> {
  // The code is loaded 4 s after the page was parsed, in a time that must not pass on the page's clock.
  await pass(page, 4000);
  await expect.poll(() => requests.length).toBe(1);
  await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBeGreaterThan(0);
  for (let step = 0; (await page.locator(".pi-popup").count()) === 0 && step < 20; step++) await pass(page, 250);
  await page.locator(".pi-popup.fadeIn").waitFor();
}

const popups = (page: Page) => page.locator(".pi-popup");
const counter = (page: Page) => page.evaluate(() => sessionStorage.getItem("pisol_sn_counter"));

/** Notes when pop-ups appear, begin to close and are gone, in ms of the page's clock. */
async function noteTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: [string, number][] = [];
    new MutationObserver((changes) => {
      for (const { type, addedNodes, removedNodes } of changes) {
        const what = type === "attributes" ? "closes" : addedNodes.length > removedNodes.length ? "appears" : "is gone";
        times.push([what, performance.now()]);
      }
    }).observe(document.querySelector("shop-live-sales") as Element, {
      childList: true,
      subtree: true,
      attributeFilter: ["class"],
    });
    Object.assign(window, { times });
  });
}

test.each([
  [routes.product("whey-protein"), 360],
  [routes.blog(), 767],
])(
  "on %s at %i pixels, a sale appears after 6 s, closes after 6 s, and the next one comes 3 s later",
  async (path, width) => {
    const { page, requests } = await openAt(path, { width });
    await noteTimes(page);
    const pausedAt = await page.evaluate(() => performance.now());
    await untilFirst(page, requests);
    expect(requests).toEqual(["action=pisol_live_orders"]);
    const first = await popups(page).locator(".pi-product_link").textContent();
    expect(await popups(page).locator(".pi-product_link").getAttribute("target")).toBe("_blank");
    const box = await popups(page).boundingBox();
    expect([box && box.x >= 0, box && box.x + box.width <= width]).toEqual([true, true]);
    await pass(page, 9500);
    await page.locator(".pi-popup.fadeIn").waitFor();
    expect(await popups(page).locator(".pi-product_link").textContent()).not.toBe(first);
    expect(await counter(page)).toBe("2");
    const times = await page.evaluate(() => (window as unknown as { times: [string, number][] }).times);
    expect(times.map(([what]) => what)).toEqual(["appears", "closes", "is gone", "appears"]);
    // On a busy machine the page may load so late that the first one is late too.
    const [start = 0, close = 0, gone = 0, next = 0] = times.map(([, at]) => at);
    expect(start).toBeGreaterThanOrEqual(5990);
    expect(start).toBeLessThanOrEqual(Math.max(6000, pausedAt + 4000) + 500);
    for (const [measured, stated] of [
      [close - start, 6000],
      [gone - close, 500],
      [next - start, 9000],
    ] as const)
      expect(Math.abs(measured - stated), `${measured} instead of ${stated} ms`).toBeLessThanOrEqual(250);
    await page.clock.resume();
    await expectAccessible(page);
  },
);

test("a pop-up waits while it is used or paused, closes with Escape, and never comes back once refused", async () => {
  const { page, requests } = await openAt(routes.shop());
  await untilFirst(page, requests);
  await page.locator(".pi-popup-act").first().focus();
  // The pointer passes over it; the focus stays.
  await popups(page).hover({ position: { x: 5, y: 5 } });
  await page.mouse.move(0, 0);
  await pass(page, 20_000);
  expect(await popups(page).count()).toBe(1);
  await page.keyboard.press("Space");
  await page.locator(".pi-popup-act", { hasText: "Continue" }).waitFor();
  await page.locator("#main").evaluate((main) => main.setAttribute("tabindex", "-1"));
  await page.locator("#main").focus();
  await pass(page, 20_000);
  expect(await popups(page).count()).toBe(1);
  await page.locator(".pi-popup-close").focus();
  await page.keyboard.press("Escape");
  await pass(page, 600);
  expect(await popups(page).count()).toBe(0);
  await pass(page, 2500);
  await page.locator(".pi-popup-act", { hasText: "show again" }).click();
  await pass(page, 30_000);
  expect(await popups(page).count()).toBe(0);
  await page.reload();
  await pass(page, 30_000);
  expect(requests.length).toBe(1);
});

test("once a session has seen the most pop-ups, no list is requested and the console says so", async () => {
  const { page, requests } = await openAt(routes.shop());
  await page.evaluate(() => {
    sessionStorage.setItem("pisol_sn_counter", "3");
    Object.assign((window as unknown as Record<string, object>).pi_notification_runner_setting ?? {}, {
      max_notification_count: "3",
    });
  });
  const said = page.waitForEvent("console", (message) => message.text() === "Max Sales Notification Count Reached");
  await pass(page, 6000);
  await said;
  expect(requests).toEqual([]);
});

test("the checkout has no pop-ups, and asks whether the purchase may be shown", async () => {
  const { page } = await browser.newPage({ hasLiveSales: true });
  await page.goto(`${routes.shop()}?add-to-cart=${await productId(page)}`);
  await page.goto(routes.checkout());
  expect(await page.locator("shop-live-sales").count()).toBe(0);
  expect(await page.locator("input[name=pisol_exclude_order]").isChecked()).toBe(false);
});

/** Returns the id of a simple product. */
async function productId(page: Page): Promise<string> {
  await page.goto(routes.shop());
  return (await page.locator("a.add_to_cart_button.product_type_simple").first().getAttribute("data-product_id")) ?? "";
}
