import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { expectFocus } from "../support/cart.ts";
import { withDatabase } from "../support/own-shop.ts";
import { expectAccessible } from "../support/page-checks.ts";
import { newDataDir, startShop } from "../support/start-shop.ts";
import { answered, cardHeart, openWishlist, rows } from "../support/wishlist.ts";

const browser = openBrowser();
const simple = `${cardHeart}[data-product-type=simple][aria-pressed=false]`;
const dialog = "dialog.wl-dialog[open]";
let origin: string;

beforeAll(async () => {
  const dataDir = await newDataDir();
  await withDatabase(dataDir, undefined, async (db) => {
    await setSetting(db, "wishlist_multiple", "everybody");
    await setSetting(db, "wishlist_gifts", "yes");
  });
  const shop = await startShop({ dataDir });
  ({ origin } = shop);
  return () => shop.stop();
});

/** Adds the next simple product by keyboard. @param name of a new list; default: the first list */
async function add(page: Page, name = ""): Promise<void> {
  await page.locator(simple).first().focus();
  await page.keyboard.press("Space");
  await page.locator(dialog).waitFor();
  if (name) await page.selectOption(`${dialog} .wishlist-select`, "new");
  if (name) await page.fill(`${dialog} .wishlist-name`, name);
  const added = answered(page, "add_to_wishlist");
  await page.locator(`${dialog} [type=submit]`).press("Enter");
  await added;
  await page.locator(`${dialog} .close-popup`).click();
  await page.locator(dialog).waitFor({ state: "hidden" });
}

test("by keyboard: a product is added to a new list and moved to another; dialogs name what is missing", async () => {
  const { page } = await browser.newPage({ origin });
  await page.goto(routes.shop());
  await page.locator(simple).first().focus();
  await page.keyboard.press("Space");
  await page.locator(dialog).waitFor();
  await page.selectOption(`${dialog} .wishlist-select`, "new");
  await page.locator(`${dialog} [type=submit]`).press("Enter");
  await expectFocus(page, ".wishlist-name");
  expect(await page.locator(`${dialog} .wishlist-name`).getAttribute("aria-invalid")).toBe("true");
  await expectAccessible(page, dialog);
  await page.keyboard.press("Escape");
  await expectFocus(page, ".heart");

  await add(page);
  await add(page, "Ramadan");
  await expect.poll(() => page.locator(`${cardHeart}[aria-pressed=true]`).count()).toBe(2);

  await page.goto(routes.wishlist());
  await page.locator("[name=apply_bulk_actions][disabled]").waitFor();
  await page.locator(".move_to_another_wishlist_button").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(dialog).waitFor();
  await expectAccessible(page, dialog);
  const moved = answered(page, "move_to_another_wishlist");
  await page.locator(`${dialog} [type=submit]`).press("Enter");
  await moved;
  await page.locator(".wishlist-empty").first().waitFor();

  await page.goto(routes.manageWishlists());
  await page.locator(".wishlist_manage_table .show-title-form").nth(1).click();
  await page.locator(".is-editing input").fill("For my mother");
  const renamed = answered(page, "save_title");
  await page.keyboard.press("Enter");
  await renamed;
  await page.locator(".wishlist-anchor", { hasText: "For my mother" }).waitFor();
  const saved = answered(page, "save_privacy");
  await page.locator("tr:nth-child(2) select.wishlist-visibility").selectOption("2");
  await saved;
  await page.reload();
  expect(await page.locator("tr:nth-child(2) select.wishlist-visibility").inputValue()).toBe("2");
  expect(await page.locator("tr:nth-child(2) .wishlist-item-count").innerText()).toContain("2");
});

test("the dialog shows a warning for a refused product, and a check for an added one, which closes by itself", async () => {
  const { page } = await browser.newPage({ origin });
  await page.clock.install();
  await page.goto(routes.shop());
  await page.locator(simple).first().click();
  await page.locator(dialog).waitFor();
  const feedback = page.locator(`${dialog} .yith-wcwl-popup-feedback`);
  const answer = { result: "error", message: "This list is full.", fragments: {}, user_wishlists: [] };
  await page.route(`**${routes.siteCall()}`, (route) => route.fulfill({ json: answer }), { times: 1 });
  await page.locator(`${dialog} [type=submit]`).click();
  await feedback.filter({ hasText: "This list is full." }).waitFor();
  expect(await feedback.getAttribute("role")).toBe("alert");
  expect(await feedback.locator(".fa-exclamation-triangle").isVisible()).toBe(true);
  expect(await feedback.locator(".fa-check").isVisible()).toBe(false);
  await expectAccessible(page, dialog);

  await page.locator(`${dialog} [type=submit]`).click();
  await feedback.filter({ hasText: "Product added!" }).waitFor();
  expect(await feedback.getAttribute("role")).toBe("status");
  expect(await feedback.locator(".fa-check").isVisible()).toBe(true);
  expect(await feedback.locator(".fa-exclamation-triangle").isVisible()).toBe(false);
  expect(await page.locator(`${dialog} [type=submit]`).isVisible()).toBe(false);
  await expectAccessible(page, dialog);
  await page.clock.runFor(3000);
  await page.locator(dialog).waitFor({ state: "hidden" });
  await expectFocus(page, ".heart");
});

test("a product moves to an existing list and to a new one, which the dialog then offers too", async () => {
  const { page } = await browser.newPage({ origin });
  await page.goto(routes.shop());
  await add(page);
  await add(page);
  await add(page);
  await add(page, "Ramadan");
  await page.goto(routes.wishlist());
  const names = () => page.locator("#yith-wcwl-form [data-row-id] .name").allTextContents();
  const [first = "", second = "", third = ""] = await names();
  const move = async (list: string, name = "") => {
    await page.locator(".move_to_another_wishlist_button").first().click();
    await page.selectOption(`${dialog} .wishlist-select`, { label: list });
    if (name) await page.fill(`${dialog} .wishlist-name`, name);
    await page.locator(`${dialog} [type=submit]`).click();
    const live = page.locator(".widget_shopping_cart_live_region", { hasText: `moved to ${name || list}` });
    await live.waitFor({ state: "attached" });
  };
  await move("Ramadan");
  await expect.poll(names).toEqual([second, third]);
  await move("New wishlist", "Eid");
  await expect.poll(names).toEqual([third]);
  await move("Eid");
  await page.locator(".wishlist-empty").first().waitFor();

  const namesIn = async (list: string) => {
    await page.goto(routes.manageWishlists());
    await page.locator(".wishlist-anchor", { hasText: list }).click();
    await page.locator(".wishlist-title h2", { hasText: list }).waitFor();
    return names();
  };
  expect(await namesIn("Ramadan")).toContain(first);
  expect((await namesIn("Eid")).sort()).toEqual([second, third].sort());
});

test("a heart that is switched off removes the product from all lists", async () => {
  const { page } = await browser.newPage({ origin });
  await page.goto(routes.shop());
  await add(page, "Eid");
  const id = await page.locator(`${cardHeart}[aria-pressed=true]`).getAttribute("data-product-id");
  await page.evaluate(async (product) => {
    const { yith_wcwl_l10n: parameters } = window as never as { yith_wcwl_l10n: { nonce: Record<string, string> } };
    const fields = { add_to_wishlist: product ?? "", wishlist_id: "new", wishlist_name: "Summer" };
    const nonce = parameters.nonce.add_to_wishlist_nonce ?? "";
    const body = new URLSearchParams({ action: "add_to_wishlist", nonce, ...fields });
    await fetch("/wp-admin/admin-ajax.php", { method: "POST", body });
  }, id);
  await page.goto(routes.manageWishlists());
  expect(await page.locator(".wishlist-item-count").allTextContents()).toEqual(["1 product", "1 product"]);
  await page.goto(routes.shop());
  const removed = answered(page, "remove_from_all_wishlists");
  await page.locator(`${cardHeart}[aria-pressed=true]`).click();
  await removed;
  await page.goto(routes.manageWishlists());
  expect(await page.locator(".wishlist-item-count").allTextContents()).toEqual(["No products", "No products"]);
});

test("a shared list shows its owner all controls and another browser none", async () => {
  const owner = await browser.newPage({ origin });
  await owner.page.goto(routes.shop());
  await add(owner.page, "For Eid");
  await owner.page.goto(routes.manageWishlists());
  await owner.page.locator(".wishlist-anchor", { hasText: "For Eid" }).click();
  const link = await owner.page.locator("#yith_wcwl_share_url").inputValue();
  expect(await owner.page.locator(".remove_from_wishlist").count()).toBe(1);
  const visitor = await browser.newPage({ origin, width: 360 });
  await visitor.page.goto(link);
  expect(await visitor.page.locator(".wishlist-title h2").innerText()).toBe("For Eid");
  expect(await visitor.page.locator(".add_to_cart").count()).toBe(1);
  const controls =
    ".remove_from_wishlist, .show-title-form, .order, .product-checkbox, .wishlist-visibility, [type=submit].update-wishlist";
  expect(await visitor.page.locator(controls).count()).toBe(0);
  await expectAccessible(visitor.page);
  const saved = answered(owner.page, "save_privacy");
  await owner.page.selectOption("#wishlist-privacy", "2");
  await saved;
  const closed = await visitor.page.request.get(link);
  expect(closed.status()).toBe(404);
});

test("the copied link opens the list elsewhere; a gift is marked there, and its owner does not learn of it", async () => {
  const { page: own } = await browser.newPage({ origin });
  await own.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openWishlist(own, 2);
  await own.locator("[name=apply_bulk_actions][disabled]").waitFor();
  await own.locator(".copy-trigger").click();
  await own.locator(".copy-trigger.is-done").waitFor();
  const link = await own.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await own.locator("#yith_wcwl_share_url").inputValue());

  const { page: friend } = await browser.newPage({ origin, width: 360 });
  await friend.goto(link);
  expect(await friend.locator(".remove_from_wishlist").count()).toBe(0);
  await friend.locator(`${rows} .gift [value^="take."]`).first().click();
  await friend.locator(`${rows} .gift [value^="undo."]`).waitFor();
  await expectAccessible(friend);

  const { page: other } = await browser.newPage({ origin });
  await other.goto(link);
  expect(await other.locator(`${rows} .gift [value^="take."]`).count()).toBe(1);
  await own.reload();
  expect(await own.locator(".gift").count()).toBe(0);
});

test("offline the dialog of lists is not opened, and the heart says so", async () => {
  const { page, faults } = await browser.newPage({ origin });
  await page.goto(routes.shop());
  await page.context().setOffline(true);
  await page.locator(simple).first().click();
  await page.locator(".heart-note", { hasText: "could not be changed" }).waitFor();
  await page.context().setOffline(false);
  faults.splice(0);
  await page.locator(simple).first().click();
  await page.locator(dialog).waitFor();
  expect(await page.locator(`${dialog} .wishlist-select`).isVisible()).toBe(true);
});
