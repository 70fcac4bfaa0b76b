import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import {
  addButtons,
  cartLink,
  count,
  dispatch,
  drawer,
  emptyDrawer,
  expectCount,
  expectFocus,
  fillCart,
  holdCalls,
  openWithOne,
  recordCalls,
} from "../support/cart.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();

describe("the stored copy of the cart", () => {
  test("causes no request without a cart, and none with a cart while the copy is fresh", async () => {
    const { page } = await browser.newPage();
    const calls = recordCalls(page);
    await page.goto(routes.home());
    await page.goto(routes.shop());
    await addFirst(page);
    expect(calls).toEqual(["add_to_cart"]);
    await page.goto(routes.home());
    expect(await count(page)).toBe("1");
    await page.goto(routes.shop());
    await addAnother(page);
    expect(calls).toEqual(["add_to_cart", "add_to_cart"]);
  });

  test.each([
    ["older than a day", () => sessionStorage.setItem("wc_cart_created", String(Date.now() - 86_400_001))],
    ["without a time", () => sessionStorage.removeItem("wc_cart_created")],
    ["of another cart", () => keyed("wc_cart_hash_", "0")],
    ["with invalid content", () => keyed("wc_fragments_", "undefined")],
  ])("a copy %s is fetched again by one request", async (_, spoil) => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    const calls = recordCalls(page);
    await page.evaluate(`(${keyed.toString()}); (${spoil.toString().replaceAll("keyed", `(${keyed.toString()})`)})()`);
    const answered = () => page.waitForResponse((response) => response.url().includes("get_refreshed_fragments"));
    const first = answered();
    await page.goto(routes.home());
    await (await first).finished();
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent === "1");
    expect(calls).toEqual(["get_refreshed_fragments"]);
    const second = answered();
    await page.evaluate(() => {
      for (let time = 0; time < 3; time++) document.body.dispatchEvent(new CustomEvent("wc_fragment_refresh"));
    });
    await (await second).finished();
    await page.goto(routes.shop());
    await addAnother(page);
    expect(calls).toEqual(["get_refreshed_fragments", "get_refreshed_fragments", "add_to_cart"]);
  });

  test("a change in another tab is fetched in this one", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    const other = await page.context().newPage();
    await other.goto(routes.shop());
    await other.locator(addButtons).nth(1).click();
    await other.waitForSelector(`${drawer}[open]`);
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent !== "1");
    expect(await count(page)).toBe("2");
  });

  test("a failed request dispatches an error event", async () => {
    const { page, faults } = await browser.newPage();
    await openWithOne(page);
    await page.route(/get_refreshed_fragments/, (route) => route.abort("failed"));
    const failed = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.body.addEventListener("wc_fragments_ajax_error", () => resolve("failed"), { once: true });
          document.body.dispatchEvent(new CustomEvent("wc_fragment_refresh"));
        }),
    );
    expect(await failed).toBe("failed");
    faults.splice(0);
  });
});

/** Overwrites the stored value whose key starts with this prefix. */
function keyed(beginning: string, value: string): void {
  const name = Object.keys(sessionStorage).find((key) => key.startsWith(beginning));
  if (name) sessionStorage.setItem(name, value);
}

test("an addition that the database has lost, with its session, is put back by the cart page or by the drawer", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  const calls = recordCalls(page);
  await addFirst(page);
  await page.goto(routes.shop());
  const refused = { json: { error: true, product_url: routes.shop() } };
  await page.route(/wc-ajax=add_to_cart/, (route) => route.fulfill(refused), { times: 1 });
  const explained = page.waitForEvent("load");
  await page.locator(addButtons).nth(1).click();
  await explained;
  const lose = () => page.context().clearCookies({ name: /^wp_woocommerce_session_/ });
  await lose();
  await page.goto(routes.cart());
  await page.waitForSelector(".woocommerce-cart-form .cart_item");
  expect(await page.locator(".woocommerce-cart-form .cart_item").count()).toBe(1);
  await lose();
  await page.goto(routes.shop());
  await page.keyboard.press("Tab");
  await dispatch(page, "wc_fragment_refresh");
  await expect.poll(() => calls.filter((name) => name === "add_to_cart").length).toBe(4);
  await expectCount(page, 1);
  // Another tab's addition is left to it.
  const cookies = await page.evaluate(() => {
    document.cookie = `chowk_known_cart=${"f".repeat(32)}`;
    document.body.dispatchEvent(new Event("wc_fragments_refreshed"));
    return document.cookie;
  });
  expect(cookies).toContain("chowk_known_cart=f");
});

test("a refresh overtaken by an add is discarded and repeated", async () => {
  const { page } = await browser.newPage();
  await openWithOne(page);
  const calls = recordCalls(page);
  const { reached, release } = await holdCalls(page, "get_refreshed_fragments");
  await dispatch(page, "wc_fragment_refresh");
  await reached;
  await page.locator(addButtons).nth(1).click();
  await expectCount(page, 2);
  const again = page.waitForRequest(/get_refreshed_fragments/);
  release();
  await (await again).response();
  expect(await count(page)).toBe("2");
  expect(calls).toEqual(["get_refreshed_fragments", "add_to_cart", "get_refreshed_fragments"]);
});

test("refreshes requested during a refresh are combined into one more after it", async () => {
  const { page } = await browser.newPage();
  await openWithOne(page);
  const calls = recordCalls(page);
  const { reached, release } = await holdCalls(page, "get_refreshed_fragments");
  await dispatch(page, "wc_fragment_refresh");
  await reached;
  for (const name of ["updated_wc_div", "wc_fragment_refresh"]) await dispatch(page, name);
  expect(calls).toHaveLength(1);
  const again = page.waitForRequest(/get_refreshed_fragments/);
  release();
  await (await again).response();
  await addAnother(page);
  expect(calls).toEqual(["get_refreshed_fragments", "get_refreshed_fragments", "add_to_cart"]);
});

/** Creates a cart, and its stored copy, while the page is open. */
async function addFirst(page: Page): Promise<void> {
  await page.locator(addButtons).first().click();
  await expectCount(page, 1);
}

/** Adds a second product. Changes of the cart are not queued, so all earlier requests have been sent by then. */
async function addAnother(page: Page): Promise<void> {
  await page.locator(addButtons).nth(1).click();
  await expectCount(page, 2);
}

test("a page restored from the back/forward cache refreshes only if there is a cart", async () => {
  const { page } = await browser.newPage();
  const calls = recordCalls(page);
  const comeBack = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.goto(routes.shop());
  await comeBack();
  await addFirst(page);
  const asked = page.waitForResponse(/get_refreshed_fragments/);
  await comeBack();
  await asked;
  expect(calls).toEqual(["add_to_cart", "get_refreshed_fragments"]);
});

test("a refresh times out after 5,000 ms and dispatches an error event", async () => {
  const { page, faults } = await browser.newPage();
  await openWithOne(page);
  await page.route(/get_refreshed_fragments/, () => undefined);
  const waited = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        document.body.addEventListener("wc_fragments_ajax_error", () => resolve(performance.now() - begun));
        document.body.dispatchEvent(new CustomEvent("wc_fragment_refresh"));
      }),
  );
  expect(waited).toBeGreaterThanOrEqual(4_990);
  expect(waited).toBeLessThan(10_000);
  expect(await count(page)).toBe("1");
  faults.splice(0);
});

test.each([
  ["an add", "add_to_cart"],
  ["a refresh", "get_refreshed_fragments"],
])("on a page that stays open, the copy from %s is refreshed after 24 hours", async (_, source) => {
  const { page } = await browser.newPage();
  await page.clock.install();
  await page.goto(routes.shop());
  await addFirst(page);
  if (source === "get_refreshed_fragments") {
    const answered = page.waitForResponse(/get_refreshed_fragments/);
    await page.clock.fastForward("12:00:00");
    await dispatch(page, "wc_fragment_refresh");
    await (await answered).finished();
    await page.waitForFunction(() => Number(sessionStorage.getItem("wc_cart_created")) > Date.now() - 3_600_000);
  }
  const calls = recordCalls(page);
  await page.clock.fastForward("23:59:00");
  await dispatch(page, "nothing");
  expect(calls).toEqual([]);
  const again = page.waitForResponse(/get_refreshed_fragments/);
  await page.clock.fastForward("00:01:00");
  await again;
});

test("the drawer shows the quantity in its title, and the cart widget only with lines", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  const widget = page.locator(".hide_cart_widget_if_empty .widget_shopping_cart");
  const named = (name: string) => page.getByRole("dialog", { name, exact: true });
  await page.locator(cartLink).click();
  await named("Your cart").waitFor();
  await page.locator(emptyDrawer).waitFor();
  expect(await widget.isVisible()).toBe(false);
  await page.keyboard.press("Escape");
  await page.locator(addButtons).first().click();
  await named("Your cart 1").waitFor();
  expect(await widget.isVisible()).toBe(true);
  expect(await page.locator(emptyDrawer).isVisible()).toBe(false);
});

test("a cart that cannot be loaded is not shown as empty: the drawer offers a retry and a link to the cart page", async () => {
  const { page, faults } = await browser.newPage();
  await fillCart(page, 1);
  await page.route(/get_refreshed_fragments/, (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(routes.home());
  await page.locator(cartLink).click();
  const again = page.locator(`${drawer} .cart-drawer-again`);
  await again.click();
  await expectFocus(page, ".astra-cart-drawer-close");
  await again.waitFor();
  expect(await page.locator(`${drawer} .cart-drawer-unknown [role=status]`).innerText()).toBe(
    "Your cart could not be loaded.",
  );
  await expectAccessible(page, drawer);
  await page.unroute(/get_refreshed_fragments/);
  await again.click();
  await page.locator(`${drawer} .woocommerce-mini-cart-item`).waitFor();
  expect(await page.locator(`${drawer} .cart-drawer-unknown`).isVisible()).toBe(false);
  await page.route(/get_refreshed_fragments/, (route) => route.abort("failed"));
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(routes.home());
  await page.locator(cartLink).click();
  await again.waitFor();
  await page.unroute(/get_refreshed_fragments/);
  await page.locator(`${drawer} .cart-drawer-unknown a`).click();
  await page.waitForURL(`**${routes.cart()}`);
  expect(await page.locator(".cart-page .cart_item").count()).toBe(1);
  faults.splice(0);
});

describe("the header's cart quantity", () => {
  test.each([
    ["with a stored copy", "void 0"],
    ["without a stored copy", "sessionStorage.clear()"],
    ["with an invalid stored copy", `(${keyed.toString()})("wc_fragments_", "undefined")`],
  ])("is correct before the client has loaded, %s", async (_, spoil) => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await page.evaluate(spoil);
    await page.route(/\/assets\/shop-/, (route) => route.abort("aborted"));
    await page.goto(routes.home(), { waitUntil: "domcontentloaded" });
    expect(await count(page)).toBe("1");
    expect(await page.locator(cartLink).locator(".count").isVisible()).toBe(true);
    expect(await page.getByRole("link", { name: /^Cart\b.*\b1$/ }).count()).toBeGreaterThan(0);
  });
});
