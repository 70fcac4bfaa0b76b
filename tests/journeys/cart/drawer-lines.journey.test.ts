import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import {
  cartLink,
  count,
  drawer,
  emptyDrawer,
  expectCount,
  expectFocus,
  fillCart,
  openDrawer,
  openWithOne,
  recordChanges,
} from "../support/cart.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();

describe("a line of the drawer", () => {
  test("is removed once by a double click, without leaving the page", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    const calls = recordChanges(page);
    await page.locator(".remove_from_cart_button").evaluate((link) => {
      (link as HTMLElement).click();
      (link as HTMLElement).click();
    });
    await page.waitForSelector(emptyDrawer);
    await page.waitForSelector(`${drawer} .widget_shopping_cart_live_region:not(:empty)`, { state: "attached" });
    expect(calls).toEqual(["remove_from_cart"]);
    expect(new URL(page.url()).pathname).toBe(routes.shop());
  });

  test("is removed by keyboard in place and restored by Undo, and the focus stays in the drawer", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.focus(".remove_from_cart_button");
    await page.keyboard.press("Space");
    await page.waitForSelector(emptyDrawer);
    await expectFocus(page, ".drawer-undo");
    expect(await page.locator(cartLink).locator(".count").isVisible()).toBe(false);
    await page.keyboard.press("Enter");
    await expectFocus(page, ".remove_from_cart_button");
    expect(await count(page)).toBe("1");
    expect(await page.locator(".drawer-note").isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await expectFocus(page, "a.cart-container");
  });
});

test("lowering a quantity of one removes the line, and Undo restores it", async () => {
  const { page } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  await page.locator(`${drawer} .quantity .minus`).click();
  await page.waitForSelector(emptyDrawer);
  await expectFocus(page, ".drawer-undo");
  await page.keyboard.press("Enter");
  await expectCount(page, 1);
});

test("removing a line discards its unsaved quantity; Undo stays available", async () => {
  const { page } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  const calls = recordChanges(page);
  await page.clock.install();
  await page.locator(`${drawer} .plus`).click();
  await page.locator(".remove_from_cart_button").click();
  await expectFocus(page, ".drawer-undo");
  await page.clock.runFor(1000);
  await page.locator(".drawer-undo").click();
  await expectFocus(page, ".remove_from_cart_button");
  expect(calls).toEqual(["remove_from_cart", "chowk_restore_line"]);
  expect(await count(page)).toBe("1");
});

test("changing the quantity of a line removed in another tab reports it and drops the line", async () => {
  const { page } = await browser.newPage();
  await fillCart(page, 2);
  await page.goto(routes.shop());
  await openDrawer(page);
  const line = page.locator(`${drawer} .woocommerce-mini-cart-item`).first();
  const cart_item_key = (await line.locator("[data-cart_item_key]").getAttribute("data-cart_item_key")) ?? "";
  await page.request.post("/?wc-ajax=remove_from_cart", { form: { cart_item_key } });
  await line.locator(".plus").click();
  await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
  expect(await page.locator(".drawer-note").innerText()).toContain("no longer in your cart");
  expect(await page.locator(`${drawer} .woocommerce-mini-cart-item`).count()).toBe(1);
  await expectCount(page, 1);
  await expectFocus(page, ".astra-cart-drawer-close");
});

test("a failed Undo shows its own error and can be retried", async () => {
  const { page, faults } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  await page.locator(".remove_from_cart_button").click();
  await expectFocus(page, ".drawer-undo");
  await page.route(/chowk_restore_line/, (route) => route.abort("failed"), { times: 1 });
  await page.locator(".drawer-undo").click();
  await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
  expect(await page.locator(".drawer-note").innerText()).toContain("could not be restored");
  await page.locator(".drawer-undo").click();
  await expectFocus(page, ".remove_from_cart_button");
  faults.splice(0);
});

test("an Undo with nothing left to restore keeps the focus in the drawer", async () => {
  const { page } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  await page.locator(".remove_from_cart_button").click();
  await expectFocus(page, ".drawer-undo");
  const cart_item_key = (await page.locator(".drawer-undo").getAttribute("data-cart_item_key")) ?? "";
  await page.request.post("/?wc-ajax=chowk_restore_line", { form: { cart_item_key } });
  await page.keyboard.press("Enter");
  await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
  expect(await page.locator(".drawer-note").innerText()).toContain("can no longer be restored");
  await expectFocus(page, ".astra-cart-drawer-close");
});

test.each([
  ["fails", { status: 500, body: "" }],
  ["returns nothing", { status: 200, body: "" }],
  ["finds no such line", { status: 200, contentType: "application/json", body: '{"success":false}' }],
])("a removal whose request %s follows the link", async (_, answer) => {
  const { page, faults } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  await page.route(/remove_from_cart/, (route) => route.fulfill(answer));
  await Promise.all([page.waitForURL(/removed_item=1/), page.locator(".remove_from_cart_button").click()]);
  expect(await page.locator(".woocommerce-message").innerText()).toContain("removed");
  faults.splice(0);
});

test("changing a quantity, removing and undoing show the same message when offline", async () => {
  const { page, faults } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  const messageAfter = async (control: string) => {
    await page.context().setOffline(true);
    await page.locator(`${drawer} ${control}`).click();
    await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
    const words = await page.locator(".drawer-note-text").innerText();
    await page.context().setOffline(false);
    return words;
  };
  const words = await messageAfter(".plus");
  expect(words).toContain("You are offline");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".drawer-note[hidden]", { state: "attached" });
  await openDrawer(page);
  expect(await messageAfter(".remove_from_cart_button")).toBe(words);
  await page.locator(".remove_from_cart_button").click();
  await page.waitForSelector(".drawer-note.notice--good:not([hidden])");
  expect(await messageAfter(".drawer-undo")).toBe(words);
  faults.splice(0);
});

describe("the drawer's quantities", () => {
  test("are saved after a pause, keep the focus, and show an error when over the limit", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await openWithOne(page);
    const calls = recordChanges(page);
    await openDrawer(page);
    await page.locator(`${drawer} .plus`).click();
    await page.locator(`${drawer} .plus`).click();
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent === "3");
    await expectFocus(page, ".plus");
    expect(calls).toEqual(["chowk_set_quantity"]);
    await expectAccessible(page, drawer);
    await page.locator(`${drawer} input.qty`).fill("999999999");
    await page.locator(`${drawer} input.qty`).press("Tab");
    await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
    await page.locator(`${drawer} input.qty`).fill("0");
    await page.locator(`${drawer} input.qty`).press("Tab");
    await page.waitForSelector(emptyDrawer);
  });

  test("are reset when the shop cannot be reached", async () => {
    const { page, faults } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.route(/chowk_set_quantity/, (route) => route.abort("failed"));
    await page.locator(`${drawer} .plus`).click();
    await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
    expect(await page.locator(`${drawer} input.qty`).inputValue()).toBe("1");
    faults.splice(0);
  });

  test.each([
    ["checkout", "a.checkout"],
    ["cart", ".buttons a:not(.checkout)"],
  ])("are saved before the link to the %s is followed", async (_, link) => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.locator(`${drawer} .plus`).click();
    await Promise.all([page.waitForEvent("load"), page.locator(`${drawer} ${link}`).click()]);
    expect(await page.locator("form.woocommerce-cart-form input.qty").inputValue()).toBe("2");
  });

  test("are sent when the page is left", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.locator(`${drawer} .plus`).click();
    await page.goto(routes.home());
    await expect.poll(() => quantityInCart(page)).toBe("2");
  });

  test("keep the shopper in the drawer with an error when over the limit", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.locator(`${drawer} input.qty`).fill("999999999");
    await page.locator(`${drawer} a.checkout`).click();
    await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
    expect(new URL(page.url()).pathname).toBe(routes.shop());
  });

  test("are reset when invalid, and never empty the cart", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    for (const typed of ["", "-4", "1.7"]) {
      await page.locator(`${drawer} input.qty`).fill(typed);
      await page.locator(`${drawer} input.qty`).press("Tab");
      await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
      expect(await page.locator(".drawer-note").innerText()).toContain("enter a whole number");
      expect(await page.locator(`${drawer} input.qty`).inputValue()).toBe("1");
      await page.locator(`${drawer} .plus`).click();
      await page.waitForSelector(".drawer-note[hidden]", { state: "attached" });
      await page.locator(`${drawer} .minus`).click();
      await expectCount(page, 1);
    }
    await page.locator(`${drawer} input.qty`).fill("1e1");
    await page.locator(`${drawer} input.qty`).press("Tab");
    await expectCount(page, 10);
  });
});

/** Returns the quantity of the only line as saved in the shop. */
async function quantityInCart(page: Page): Promise<string | undefined> {
  const cart = await (await page.request.get(routes.cart())).text();
  return /class="input-text qty text"[^>]*value="(\d+)"/.exec(cart)?.[1];
}
