import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { addCustomer, signIn, signOut } from "../support/account.ts";
import { openBrowser } from "../support/browser.ts";
import { expectFocus } from "../support/cart.ts";
import { expectAccessible } from "../support/page-checks.ts";
import { answered, cardHeart, recordWishlistCalls, wishFirst } from "../support/wishlist.ts";

const browser = openBrowser();
const rows = ".cart.wishlist_table tr[data-row-id]";

async function openWith(page: Page, count: number): Promise<void> {
  await wishFirst(page, count);
  await page.goto(routes.wishlist());
  await page.locator("[name=apply_bulk_actions][disabled]").waitFor();
}

const rowIds = (page: Page) =>
  page.locator(rows).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.rowId));

/** Presses Tab until the element with the selector has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await page.evaluate((one) => document.activeElement?.matches(one), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

describe("the wishlist's page", () => {
  test("by keyboard alone: rename, order, quantity, remove", async () => {
    const { page } = await browser.newPage();
    await openWith(page, 3);
    await tabTo(page, ".show-title-form");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("wishlist_name");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await page.locator("[name=wishlist_name][aria-invalid=true]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".hidden-title-form").waitFor({ state: "hidden" });
    await page.keyboard.press("Enter");
    await page.keyboard.type("For Eid");
    const renamed = answered(page, "save_title");
    await page.keyboard.press("Enter");
    await renamed;
    await page.locator(".wishlist-title h2", { hasText: "For Eid" }).waitFor();

    const [first, second, third] = await rowIds(page);
    await tabTo(page, `${rows}:first-child .order-down`);
    const sorted = answered(page, "sort_wishlist_items");
    await page.keyboard.press("Enter");
    await sorted;
    expect(await rowIds(page)).toEqual([second, first, third]);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("order-down");
    await page.reload();
    expect(await rowIds(page)).toEqual([second, first, third]);

    const saved = answered(page, "update_item_quantity");
    const field = page.locator(`${rows}:first-child .product-quantity input`);
    await field.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await saved;
    expect(await page.locator(`${rows}:first-child .add_to_cart`).getAttribute("data-quantity")).toBe("2");

    await page.locator(`${rows}:first-child .remove_from_wishlist`).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(rows).count()).toBe(2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("remove_from_wishlist");
    await expectAccessible(page);
  });

  test("the bulk actions are offered only while a row is selected, and one call at a time saves the last quantity", async () => {
    const { page } = await browser.newPage();
    await openWith(page, 2);
    const apply = page.locator("[name=apply_bulk_actions]");
    await page.locator("#bulk_add_to_cart").check();
    expect(await page.locator(".product-checkbox input:checked").count()).toBe(2);
    expect(await apply.isEnabled()).toBe(true);
    await page.locator("#bulk_add_to_cart").uncheck();
    expect(await apply.isEnabled()).toBe(false);
    const calls = recordWishlistCalls(page);
    const saved = answered(page, "update_item_quantity");
    for (let press = 0; press < 3; press += 1) await page.locator(`${rows}:first-child .plus`).click();
    await saved;
    expect(calls).toEqual(["update_item_quantity"]);
    await page.reload();
    expect(await page.locator(`${rows}:first-child .product-quantity input`).inputValue()).toBe("4");
  });

  test("quantities of several rows are saved next to each other, also when the page is left, and a failure is said", async () => {
    const { page, faults } = await browser.newPage();
    await openWith(page, 3);
    const quantity = (row: number) => page.locator(`${rows}:nth-child(${row}) .product-quantity input`);
    const calls = recordWishlistCalls(page);
    await page.route(`**${routes.siteCall()}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    const saved: boolean[] = [];
    page.on("response", (answer) => new URL(answer.url()).pathname === routes.siteCall() && saved.push(answer.ok()));
    for (const row of [1, 2, 3]) await page.locator(`${rows}:nth-child(${row}) .plus`).click();
    await expect.poll(() => saved).toEqual([true, true, true]);
    expect(calls).toHaveLength(3);
    await page.unroute(`**${routes.siteCall()}`);
    expect(faults).toEqual([]);
    for (const row of [1, 2]) await page.locator(`${rows}:nth-child(${row}) .plus`).click();
    await page.goto(routes.shop());
    await expect
      .poll(async () => {
        await page.goto(routes.wishlist());
        return Promise.all([1, 2, 3].map((row) => quantity(row).inputValue()));
      })
      .toEqual(["3", "3", "2"]);

    await page.route(`**${routes.siteCall()}`, (route) => route.fulfill({ status: 500 }));
    await page.locator(`${rows}:nth-child(1) .plus`).click();
    await page.locator("[role=alert]", { hasText: "could not be changed" }).waitFor();
    expect(faults.splice(0)).toHaveLength(1);
  });

  test("rows are ordered by dragging", async () => {
    const { page } = await browser.newPage();
    await openWith(page, 3);
    const [first, second, third] = await rowIds(page);
    const sorted = answered(page, "sort_wishlist_items");
    const handle = await page.locator(`${rows}:first-child .drag`).boundingBox();
    const last = await page.locator(`${rows}:last-child`).boundingBox();
    if (!handle || !last) throw new Error("The rows are not shown");
    await page.mouse.move(handle.x + 8, handle.y + 8);
    await page.mouse.down();
    await page.mouse.move(handle.x + 8, last.y + 20, { steps: 5 });
    await page.mouse.up();
    await sorted;
    expect(await rowIds(page)).toEqual([second, third, first]);
    await page.reload();
    expect(await rowIds(page)).toEqual([second, third, first]);
  });

  test("a product that is added to the cart leaves the list, with the notice, and the redirect is restored", async () => {
    const { page } = await browser.newPage();
    await openWith(page, 2);
    await page.evaluate(() => {
      (
        window as never as { wc_add_to_cart_params: Record<string, string> }
      ).wc_add_to_cart_params.cart_redirect_after_add = "yes";
    });
    await page.locator(`${rows} .add_to_cart.ajax_add_to_cart`).first().click();
    await expect.poll(() => page.locator(rows).count()).toBe(1);
    await page
      .locator("#yith-wcwl-form .woocommerce-message", { hasText: "Product added to cart successfully" })
      .waitFor();
    const redirect = await page.evaluate(
      () =>
        (window as never as { wc_add_to_cart_params: Record<string, string> }).wc_add_to_cart_params
          .cart_redirect_after_add,
    );
    expect(redirect).toBe("yes");
    await page.reload();
    expect(await page.locator(rows).count()).toBe(1);
  });

  test("the window's width, also when the page is loaded, exchanges table and list, and the grid opens details by keyboard", async () => {
    const { page } = await browser.newPage();
    await openWith(page, 2);
    await page.setViewportSize({ width: 768, height: 800 });
    await page.locator("ul.wishlist_table.mobile").waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.locator("ul.wishlist_table.mobile").waitFor();
    await page.setViewportSize({ width: 769, height: 800 });
    await page.locator("table.wishlist_table.traditional").waitFor();
    await page.locator(".wl-layout").click();
    await page.locator(".images_grid .show-details").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".images_grid .show .item-details").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".images_grid .show").count()).toBe(0);
    await expectFocus(page, ".show-details");
  });

  test("the estimate's dialog says what was wrong, thanks, and closes after three seconds", async () => {
    const { page } = await browser.newPage();
    await openWith(page, 1);
    await page.clock.install();
    await page.locator(".ask-an-estimate-button").click();
    await page.locator("dialog#ask_an_estimate_popup[open]").waitFor();
    await expectAccessible(page, "#ask_an_estimate_popup");
    await page.fill("#reply_email", "sana@example.com");
    const refusal = { result: false, message: "There was an error while processing your request", template: "" };
    await page.route(`**${routes.siteCall()}`, (route) => route.fulfill({ json: refusal }), { times: 1 });
    await page.keyboard.press("Enter");
    const error = page.locator("dialog .popup-description + .woocommerce-error[role=alert]");
    await error.filter({ hasText: refusal.message }).waitFor();
    expect(await error.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.locator("#reply_email").press("Enter");
    await page.locator("dialog .heading-icon").waitFor({ state: "attached" });
    await page.clock.runFor(3000);
    await page.locator("dialog#ask_an_estimate_popup").waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("ask-an-estimate-button");
    await page.locator(".ask-an-estimate-button").click();
    expect(await page.locator("dialog .woocommerce-error").count()).toBe(0);
  });
});

test("signing in takes the guest's list along; signing out leaves no heart behind", async () => {
  const { page } = await browser.newPage();
  const email = "wishes@example.com";
  await addCustomer(email);
  await wishFirst(page, 2);
  await signIn(page, email);
  await page.locator(".woocommerce-MyAccount-navigation").waitFor();
  await page.goto(routes.wishlist());
  expect(await page.locator(rows).count()).toBe(2);
  await page.goto(routes.shop());
  await expect.poll(() => page.locator(`${cardHeart}[aria-pressed=true]`).count()).toBe(2);
  await page.goto(routes.account());
  await signOut(page);
  await page.goto(routes.shop());
  await page.locator(`${cardHeart}[aria-pressed=false]`).first().waitFor();
  expect(await page.locator(`${cardHeart}[aria-pressed=true]`).count()).toBe(0);
});
