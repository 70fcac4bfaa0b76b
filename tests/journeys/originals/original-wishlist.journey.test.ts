import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { openWithScript, realJQuery, withJQuery } from "../support/originals/original-scripts.ts";
import { wishlistScript } from "../support/originals/original-wishlist-script.ts";
import { ownShop } from "../support/own-shop.ts";

const browser = openBrowser();
const script = withJQuery(realJQuery, wishlistScript);

/** Opens a page on which the original script alone handles the wishlist. */
const open = (page: Page, path: string) => openWithScript(page, path, script, "after the client", "wishlist:scripts");

/** Records the actions that are called. */
function recordActions(page: Page): string[] {
  const actions: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== routes.siteCall()) return;
    actions.push(new URLSearchParams(request.postData() ?? "").get("action") ?? "");
  });
  return actions;
}

const names = (page: Page) => page.locator("#yith-wcwl-form [data-row-id] .name").allTextContents();
const heart = (page: Page, id: number) => page.locator(`.add-to-wishlist-${id} a`).first();
const answered = (page: Page, action: string) =>
  page.waitForResponse((response) => new URLSearchParams(response.request().postData() ?? "").get("action") === action);

test("the original script alone adds, removes, renames, sorts, moves and loads again", async () => {
  const shop = await ownShop();
  const ids = await shop.useDatabase(async (db) => {
    await setSetting(db, "wishlist_multiple", "everybody");
    const tea = await addProduct(db, { name: "Tea", slug: "tea" });
    const zinc = await addProduct(db, { name: "Zinc", slug: "zinc" });
    const oats = await addProduct(db, { name: "Oats", slug: "oats" });
    return { tea, zinc, oats };
  });
  const { origin } = await shop.start();
  const { page } = await browser.newPage({ origin });
  const actions = recordActions(page);

  // Hearts on a cached page: added one after the other, and still there after the page was loaded again.
  await open(page, routes.product("tea"));
  await expect.poll(() => actions).toEqual(["load_fragments"]);
  await heart(page, ids.tea).click();
  await page.locator(`.add-to-wishlist-${ids.tea}.exists .delete_item`).first().waitFor();
  expect(await page.locator("#yith-wcwl-message").textContent()).toContain("Product added!");
  await page.reload();
  await page.locator(`.add-to-wishlist-${ids.tea}.exists .delete_item`).first().waitFor();
  for (const [slug, id] of [
    ["zinc", ids.zinc],
    ["oats", ids.oats],
  ] as const) {
    await open(page, routes.product(slug));
    await heart(page, id).click();
    await page.locator(`.add-to-wishlist-${id}.exists .delete_item`).first().waitFor();
  }
  await heart(page, ids.oats).click();
  await page.locator(`.add-to-wishlist-${ids.oats}:not(.exists) .add_to_wishlist`).first().waitFor();
  await heart(page, ids.oats).click();
  await page.locator(`.add-to-wishlist-${ids.oats}.exists .delete_item`).first().waitFor();

  // The list: renamed by Enter, sorted, counted.
  await open(page, routes.wishlist());
  expect(await names(page)).toEqual(["Oats", "Zinc", "Tea"]);
  await page.locator(".show-title-form").click();
  await page.locator(".hidden-title-form input").fill('Eid & "more"');
  await page.locator(".hidden-title-form input").press("Enter");
  await expect.poll(() => page.locator(".wishlist-title h2").textContent()).toBe('Eid & "more"');
  const sorted = answered(page, "sort_wishlist_items");
  await page.evaluate(() => {
    const table = document.querySelector(".wishlist_table");
    const [first, second] = table?.querySelectorAll("[data-row-id]") ?? [];
    first?.before(second ?? "");
    (window as never as { jQuery(of: Element | null): { trigger(name: string): void } })
      .jQuery(table)
      .trigger("sortupdate");
  });
  expect(await (await sorted).text()).toBe("");
  const quantity = page.locator(`[data-row-id="${ids.tea}"] .product-quantity input`);
  const counted = answered(page, "update_item_quantity");
  await quantity.fill("3");
  await quantity.dispatchEvent("change");
  expect(await (await counted).text()).toBe("");
  await page.reload();
  expect(await names(page)).toEqual(["Zinc", "Oats", "Tea"]);
  expect(await quantity.inputValue()).toBe("3");

  // A row moves to a new list; the popup plugin would have opened the dialog.
  await page.evaluate((id) => {
    const dialog = document.querySelector<HTMLDialogElement>("#move_to_another_wishlist");
    dialog?.querySelector(".move_to_wishlist")?.setAttribute("data-product-id", String(id));
    dialog?.showModal();
  }, ids.zinc);
  await page.locator(".wishlist-select").selectOption("new");
  await page.locator(".wishlist-name").fill("Summer");
  await page.locator(".move_to_wishlist").click();
  await expect.poll(() => names(page)).toEqual(["Oats", "Tea"]);
  expect(await page.locator("#yith-wcwl-message").textContent()).toBe("Element correctly moved to Summer");
  await page.keyboard.press("Escape");

  // Removing a row prints the notice in the form; narrow windows get the list.
  await page.locator(`[data-row-id="${ids.oats}"] .remove_from_wishlist`).click();
  await expect.poll(() => names(page)).toEqual(["Tea"]);
  expect(await page.locator("#yith-wcwl-form").textContent()).toContain("Product successfully removed.");
  await page.setViewportSize({ width: 600, height: 740 });
  await page.locator("ul.wishlist_table.mobile").waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator("table.wishlist_table").waitFor();

  // All lists: privacy is saved by a change.
  await open(page, routes.manageWishlists());
  const summer = page.locator("tr[data-wishlist-id]", { hasText: "Summer" });
  const saved = answered(page, "save_privacy");
  await summer.locator(".wishlist-visibility").selectOption("2");
  expect(await (await saved).json()).toMatchObject({ result: true });
  await page.reload();
  expect(await summer.locator(".wishlist-visibility").inputValue()).toBe("2");
  expect(await page.locator(".wishlist-anchor").allTextContents()).toEqual(['Eid & "more"', "Summer"]);
  expect(actions.filter((action) => action === "")).toEqual([]);
});
