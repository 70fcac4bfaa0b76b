import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
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
} from "./support/cart.ts";
import { expectAccessible } from "./support/page-checks.ts";

const browser = openBrowser();

describe("a line of the drawer", () => {
  test("a line that is asked to go twice goes once, and nobody is thrown off the page", async () => {
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

  test("a line goes in place, by key, comes back by Undo, and the focus stays in the drawer", async () => {
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

test("one less than one takes the line out, and Undo brings it back", async () => {
  const { page } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  await page.locator(`${drawer} .quantity .minus`).click();
  await page.waitForSelector(emptyDrawer);
  await expectFocus(page, ".drawer-undo");
  await page.keyboard.press("Enter");
  await expectCount(page, 1);
});

test("a removal follows a quantity that rests, which is not asked for any more; Undo stays", async () => {
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

test("a line that was taken out in another browser leaves the drawer when its quantity is changed, and that is said", async () => {
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

test("an Undo that fails says so in words of its own, and can be pressed again", async () => {
  const { page, faults } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  await page.locator(".remove_from_cart_button").click();
  await expectFocus(page, ".drawer-undo");
  await page.route(/chowk_restore_line/, (route) => route.abort("failed"), { times: 1 });
  await page.locator(".drawer-undo").click();
  await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
  expect(await page.locator(".drawer-note").innerText()).toContain("could not be put back");
  await page.locator(".drawer-undo").click();
  await expectFocus(page, ".remove_from_cart_button");
  faults.splice(0);
});

test("an Undo that there is nothing left for leaves the focus in the drawer", async () => {
  const { page } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  await page.locator(".remove_from_cart_button").click();
  await expectFocus(page, ".drawer-undo");
  const cart_item_key = (await page.locator(".drawer-undo").getAttribute("data-cart_item_key")) ?? "";
  await page.request.post("/?wc-ajax=chowk_restore_line", { form: { cart_item_key } });
  await page.keyboard.press("Enter");
  await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
  expect(await page.locator(".drawer-note").innerText()).toContain("nothing left to put back");
  await expectFocus(page, ".astra-cart-drawer-close");
});

test.each([
  ["fails", { status: 500, body: "" }],
  ["says nothing", { status: 200, body: "" }],
  ["knows no such line", { status: 200, contentType: "application/json", body: '{"success":false}' }],
])("a removal whose call %s follows the link", async (_, answer) => {
  const { page, faults } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  await page.route(/remove_from_cart/, (route) => route.fulfill(answer));
  await Promise.all([page.waitForURL(/removed_item=1/), page.locator(".remove_from_cart_button").click()]);
  expect(await page.locator(".woocommerce-message").innerText()).toContain("removed");
  faults.splice(0);
});

test("who is offline is told that, in the same words, of a quantity, a removal and an Undo", async () => {
  const { page, faults } = await browser.newPage();
  await openWithOne(page);
  await openDrawer(page);
  const said = async (control: string) => {
    await page.context().setOffline(true);
    await page.locator(`${drawer} ${control}`).click();
    await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
    const words = await page.locator(".drawer-note-text").innerText();
    await page.context().setOffline(false);
    return words;
  };
  const words = await said(".plus");
  expect(words).toContain("You are offline");
  await page.keyboard.press("Escape");
  await openDrawer(page);
  expect(await said(".remove_from_cart_button")).toBe(words);
  await page.locator(".remove_from_cart_button").click();
  await page.waitForSelector(".drawer-note.notice--good:not([hidden])");
  expect(await said(".drawer-undo")).toBe(words);
  faults.splice(0);
});

describe("the drawer's quantities", () => {
  test("save themselves once they rest, keep the focus, and say when they are held", async () => {
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

  test("go back to what the shop knows when it cannot be reached", async () => {
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
  ])("are saved before the way to the %s is followed", async (_, link) => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.locator(`${drawer} .plus`).click();
    await Promise.all([page.waitForEvent("load"), page.locator(`${drawer} ${link}`).click()]);
    expect(await page.locator("form.woocommerce-cart-form input.qty").inputValue()).toBe("2");
  });

  test("are sent along when the page is left otherwise", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.locator(`${drawer} .plus`).click();
    await page.goto(routes.home());
    await expect.poll(() => quantityInCart(page)).toBe("2");
  });

  test("keep the shopper there when less is held than he wanted, and say so", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.locator(`${drawer} input.qty`).fill("999999999");
    await page.locator(`${drawer} a.checkout`).click();
    await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
    expect(new URL(page.url()).pathname).toBe(routes.shop());
  });

  test("take back what is none, and never empty the cart for it", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    for (const typed of ["", "-4", "1.7"]) {
      await page.locator(`${drawer} input.qty`).fill(typed);
      await page.locator(`${drawer} input.qty`).press("Tab");
      await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
      expect(await page.locator(".drawer-note").innerText()).toContain("not a quantity");
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

/** The quantity that the shop has of the only line. */
async function quantityInCart(page: Page): Promise<string | undefined> {
  const cart = await (await page.request.get(routes.cart())).text();
  return /class="input-text qty text"[^>]*value="(\d+)"/.exec(cart)?.[1];
}
