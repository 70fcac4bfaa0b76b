import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { add, choose } from "../support/buying-box.ts";
import { count, drawer, expectCount, expectFocus, holdCalls, recordCalls, recordChanges } from "../support/cart.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();
const plain = routes.product("magnesium-glycinate");
const lines = `${drawer}[open] .woocommerce-mini-cart-item`;

/** Opens a product page and waits for the client. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => customElements.get("shop-tabs") !== undefined);
}

describe.each([360, 1280])("Add to cart on a product page, %i wide", (width) => {
  test("adds a simple product in place, opens the drawer and returns the focus", async () => {
    const { page } = await browser.newPage({ width });
    const calls = recordCalls(page);
    await open(page, plain);
    await page.fill("form.cart input[name=quantity]", "2");
    await page.focus(add);
    await page.keyboard.press("Enter");
    await page.waitForSelector(lines);
    await expectFocus(page, ".astra-cart-drawer-close");
    expect(new URL(page.url()).pathname).toBe(plain);
    expect(await page.locator(`${drawer} .drawer-note`).textContent()).toContain("has been added to your cart");
    expect(await count(page)).toBe("2");
    expect(calls).toEqual(["add_to_cart"]);
    await page.keyboard.press("Escape");
    await page.locator(drawer).waitFor({ state: "hidden" });
    await expectFocus(page, `${add}.added`);
    expect(await page.locator(".buy-acts a.added_to_cart").getAttribute("href")).toContain(routes.checkout());
    await expectAccessible(page, ".buy");
  });

  test("adds the chosen variation", async () => {
    const { page } = await browser.newPage({ width });
    await open(page, routes.product("growing-protein"));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await choose(page, "pa_pack", "1-jar");
    await choose(page, "pa_flavour", "vanilla");
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await page.click(add);
    await page.waitForSelector(lines);
    expect(await page.locator(lines).textContent()).toContain("Vanilla");
    expect(await count(page)).toBe("1");
  });

  test("adds the members of a group", async () => {
    const { page } = await browser.newPage({ width });
    await open(page, routes.product("family-starter-set"));
    const fields = page.locator("form.grouped_form input.qty");
    await fields.nth(0).fill("2");
    await fields.nth(1).fill("0");
    await fields.nth(2).fill("1");
    await page.click(add);
    await page.waitForSelector(lines);
    expect(await page.locator(lines).count()).toBe(2);
    expect(await count(page)).toBe("3");
  });
});

test("the buy bar on phones adds in place too, and its Buy now leads to the checkout", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await open(page, plain);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.click(".buybar-add");
  await page.waitForSelector(lines);
  await page.click(`${drawer} .astra-cart-drawer-close`);
  await page.click(".buybar-now");
  await page.waitForURL(`**${routes.checkout()}`);
  expect(await page.locator(".checkout-cart input.qty").inputValue()).toBe("2");
});

test("presses while an add is running add once; the next one adds again", async () => {
  const { page } = await browser.newPage();
  await open(page, plain);
  const changes = recordChanges(page);
  const { reached, release } = await holdCalls(page, "add_to_cart");
  await page.locator(add).dblclick();
  await reached;
  await page.waitForSelector(`${add}.loading[aria-busy=true]`);
  await page.click(add);
  release();
  await page.waitForSelector(lines);
  expect([changes, await count(page)]).toEqual([["add_to_cart"], "1"]);
  await page.keyboard.press("Escape");
  await page.click(add);
  await expectCount(page, 2);
});

test("a failed add shows an error at the button, and a later press counts once", async () => {
  const { page, faults } = await browser.newPage();
  await open(page, plain);
  // The shop counts the add, but its answers are lost.
  await page.route(/wc-ajax=add_to_cart/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.click(add);
  await page.locator(".buy-acts .cart-failure[role=alert]").waitFor();
  expect(new URL(page.url()).pathname).toBe(plain);
  await page.unrouteAll();
  await page.click(add);
  await page.waitForSelector(lines);
  expect(await count(page)).toBe("1");
  expect(await page.locator(".cart-failure").count()).toBe(0);
  faults.splice(0);
});

test("being offline is reported at the button, even on the first press, and adding works once back online", async () => {
  const { page, faults } = await browser.newPage();
  await open(page, plain);
  await page.context().setOffline(true);
  await page.click(add);
  await page.locator(".buy-acts .cart-failure").waitFor();
  await page.context().setOffline(false);
  await page.click(add);
  await page.waitForSelector(lines);
  expect(await count(page)).toBe("1");
  faults.splice(0);
});

test("a refused add shows the reason as a notice without leaving the page", async () => {
  const { page } = await browser.newPage();
  await open(page, routes.product("moringa-leaf"));
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  for (const _ of [1, 2, 3]) {
    await page.fill("form.cart input[name=quantity]", "6");
    await page.click(add);
    const shown = page.locator(`${lines}, .woocommerce-notices-wrapper .woocommerce-error`).first();
    await shown.waitFor();
    if ((await page.locator(lines).count()) === 0) break;
    await page.keyboard.press("Escape");
  }
  await expectFocus(page, ".woocommerce-error");
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("the events carry their arguments, with the product's id on the button", async () => {
  const { page } = await browser.newPage();
  await open(page, routes.product("growing-protein"));
  await page.evaluate(() => {
    document.body.addEventListener("adding_to_cart", (event) => {
      const [, fields] = (event as CustomEvent<[Element, Record<string, string>]>).detail;
      fields.gift = "yes";
    });
    document.body.addEventListener("added_to_cart", (event) => {
      const [fragments, hash, button] = (event as CustomEvent<[object, string, HTMLElement]>).detail;
      Object.assign(window, { heard: [Object.keys(fragments).length, hash, button.dataset.product_id] });
    });
  });
  const asked = page.waitForRequest(/wc-ajax=add_to_cart/);
  await page.click(add);
  const sent = new URLSearchParams((await asked).postData() ?? "");
  await page.waitForSelector(lines);
  const [fragments, hash, productId] = await page.evaluate(() => (window as never as { heard: unknown[] }).heard);
  expect([sent.get("gift"), sent.has("add-to-cart"), fragments]).toEqual(["yes", false, 2]);
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect(productId).toBe(await page.inputValue("form.cart input[name=add-to-cart]"));
});

test.each([
  ["simple", plain, 1],
  ["grouped", routes.product("family-starter-set"), 3],
])("without scripts, Add to cart of a %s product leads to the checkout", async (_, path, count) => {
  const { page } = await browser.newPage({ javaScript: false });
  await page.goto(path);
  await Promise.all([page.waitForURL(`**${routes.checkout()}`), page.click(add)]);
  expect(await page.locator(".checkout-cart .cart_item").count()).toBe(count);
});
