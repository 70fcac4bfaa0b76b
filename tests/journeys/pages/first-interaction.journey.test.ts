import type { Page, Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { drawer } from "../support/cart.ts";

const browser = openBrowser();
const isParts = (url: string) => /\/assets\/interactive-parts-[\w-]+\.js$/.test(url);
const add = "a.add_to_cart_button";
const icon = "#masthead a.cart-container >> visible=true";
const logo = "#masthead .logo >> visible=true";

/** Opens a page as a shopper would who waits until its first script has started. Returns the requests for the other parts. */
async function open(page: Page, path: string): Promise<Request[]> {
  const requests: Request[] = [];
  page.on("request", (request) => isParts(request.url()) && requests.push(request));
  // Nothing may be evaluated on the page before: to the browser, that is a use of it.
  const client = page.waitForEvent("requestfinished", (request) => request.resourceType() === "script");
  await page.goto(path);
  await client;
  await page.waitForTimeout(500);
  return requests;
}

/** Lets the parts load only once the returned function is called. */
async function hold(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(isPartsAddress, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
const isPartsAddress = ({ href }: URL) => isParts(href);

describe("the parts for interactions are loaded", () => {
  test.each([
    ["a moved pointer", (page: Page) => page.mouse.move(5, 5)],
    ["a key", (page: Page) => page.keyboard.press("Tab")],
    ["scrolling", (page: Page) => page.evaluate(() => window.scrollTo(0, 400))],
  ])("by %s", async (_, use) => {
    const { page } = await browser.newPage({ isQuick: false });
    const requests = await open(page, routes.shop());
    expect(requests).toHaveLength(0);
    await use(page);
    await expect.poll(() => requests.length).toBe(1);
  });

  test("by another script", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    await page.route("**/other.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    const requests = await open(page, routes.shop());
    expect(requests).toHaveLength(0);
    await page.evaluate(() =>
      document.head.append(Object.assign(document.createElement("script"), { src: "/other.js" })),
    );
    await expect.poll(() => requests.length).toBe(1);
  });

  test.each([`${routes.shop()}#main`, `${routes.shop()}?on_sale=1`])("at once on %s", async (path) => {
    const { page } = await browser.newPage({ isQuick: false });
    const requests = await open(page, path);
    await expect.poll(() => requests.length).toBe(1);
  });

  test("at once after a reload, so that going back still works", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    const requests = await open(page, routes.shop());
    await page.reload();
    await expect.poll(() => requests.length).toBe(1);
  });
});

describe("offline before the page was used", () => {
  const note = ".offline-note";
  const isExpected = (fault: string) => /ERR_INTERNET_DISCONNECTED|dynamically imported module/.test(fault);

  test.each([
    ["a link", routes.shop(), ".cats a >> nth=1"],
    ["the cart icon", routes.shop(), icon],
    ["Buy now on a card", routes.shop(), ".qcfw_shop_buy_now_button >> nth=0"],
    ["Buy now on a product page", routes.product("vitamin-d3-drops"), ".qcfw_single_buy_now_button >> nth=0"],
  ])("%s shows a note on the page, as do links from then on", async (_, path, control) => {
    const { page, faults } = await browser.newPage({ isQuick: false });
    await open(page, path);
    await page.context().setOffline(true);
    for (const pressed of [control, logo]) {
      await page.locator(pressed).click();
      await page.locator(`${note}:popover-open`).waitFor();
      await page.keyboard.press("Escape");
      await page.locator(note).waitFor({ state: "hidden" });
    }
    expect(new URL(page.url()).pathname).toBe(path);
    expect(faults.splice(0).filter((fault) => !isExpected(fault))).toEqual([]);
    await page.context().setOffline(false);
    await page.locator(logo).click();
    await page.waitForURL((url) => url.pathname === routes.home());
    faults.splice(0);
  });

  test("a link opened in another tab shows no note on the page", async () => {
    const { page, faults } = await browser.newPage({ isQuick: false });
    await open(page, routes.shop());
    await page.context().setOffline(true);
    const other = page.context().waitForEvent("page");
    await page.locator(logo).click({ modifiers: ["ControlOrMeta"] });
    await (await other).close();
    expect(await page.locator(note).isVisible()).toBe(false);
    expect(new URL(page.url()).pathname).toBe(routes.shop());
    faults.splice(0);
  });

  test("the menu opens, and Add to cart says that it failed", async () => {
    const { page, faults } = await browser.newPage({ isQuick: false, width: 360 });
    await open(page, routes.category("vitamins"));
    await page.context().setOffline(true);
    await page.locator(add).first().click();
    await page.locator(".cart-failure").waitFor();
    await page.locator(".menu-toggle").click();
    await page.waitForURL((url) => url.hash !== "");
    expect(await page.locator(note).isVisible()).toBe(false);
    expect(faults.splice(0).filter((fault) => !isExpected(fault))).toEqual([]);
  });
});

describe("a click that comes first", () => {
  test("waits for them and then opens the drawer", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    const release = await hold(page);
    await open(page, routes.shop());
    await page.locator(icon).click();
    release();
    await page.locator(`${drawer}[open]`).waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.shop());
  });

  test("adds once and opens the drawer, however often it is repeated meanwhile", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    const release = await hold(page);
    await open(page, routes.category("vitamins"));
    for (let press = 0; press < 3; press++) await page.locator(add).first().click();
    release();
    await page.locator(`${drawer}[open] .woocommerce-mini-cart-item`).waitFor();
    expect(await page.locator(`${drawer} input.qty`).inputValue()).toBe("1");
  });

  test("on other links does not wait", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    const release = await hold(page);
    await open(page, routes.category("vitamins"));
    await page.locator(".woocommerce-loop-product__link").first().click();
    await page.waitForURL(/\/product\//);
    expect(new URL(page.url()).pathname).toMatch(/^\/product\/./);
    release();
  });

  test("does what it does without them if they cannot be loaded", async () => {
    const { page, faults } = await browser.newPage({ isQuick: false });
    // On the next page they load: a pointer that rests there can load them at any time, as on this one before the click.
    await page.route(isPartsAddress, (route) =>
      new URL(page.url()).pathname === routes.shop() ? route.abort() : route.continue(),
    );
    await open(page, routes.shop());
    await page.locator(icon).click();
    await page.waitForURL((url) => url.pathname === routes.cart());
    expect(faults.splice(0).some((fault) => fault.includes("interactive-parts"))).toBe(true);
  });
});
