import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { recordShifts } from "../support/layout-shifts.ts";
import { linkInMail } from "../support/mailbox.ts";
import { expectAccessible } from "../support/page-checks.ts";
import { openSlowConnection } from "../support/slow-connection.ts";
import { answered, fillWishlist, openWishlist, rows } from "../support/wishlist.ts";

const browser = openBrowser();

const rowIds = (page: Page) =>
  page.locator(rows).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.rowId));

/** Opens a guest's list and waits until its controls are awake. */
async function openAwake(page: Page, products: number): Promise<void> {
  await openWishlist(page, products);
  await page.locator("[name=apply_bulk_actions][disabled]").waitFor();
}

test("on a phone a row is dragged by a finger", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await openAwake(page, 3);
  // In a narrow window, a list replaces the table that the server sends to a desktop's browser.
  await page.locator("ul.wishlist_table.mobile").waitFor();
  const [first, second, third] = await rowIds(page);
  const handle = page.locator(`${rows} .drag`).first();
  await handle.scrollIntoViewIfNeeded();
  const from = await handle.boundingBox();
  const onto = await page.locator(rows).nth(1).boundingBox();
  if (!from || !onto) throw new Error("The rows are not shown");
  const sorted = answered(page, "sort_wishlist_items");
  const finger = await page.context().newCDPSession(page);
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (const part of [0.5, 1])
    await finger.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ x, y: y + (onto.y + onto.height / 2 - y) * part }],
    });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await sorted;
  await expect.poll(() => rowIds(page)).toEqual([second, first, third]);
  await page.reload();
  expect(await rowIds(page)).toEqual([second, first, third]);
});

test.each([360, 1280])("at %i px nothing on the wishlist's pages moves while they load slowly", async (width) => {
  const { page } = await browser.newPage({ width, origin: await openSlowConnection() });
  await fillWishlist(page, 3);
  const shifts = await recordShifts(page);
  for (const path of [
    routes.wishlist(),
    routes.wishlist(1, "images_grid"),
    routes.searchWishlists(),
    routes.wishlistAlerts(),
  ]) {
    await page.goto(path);
    expect(await shifts(), `moves on ${path}`).toEqual([]);
  }
});

test("a removed product comes back by the notice's link", async () => {
  const { page } = await browser.newPage();
  await openAwake(page, 2);
  const [first] = await rowIds(page);
  await page.locator(`${rows} .remove_from_wishlist`).first().click();
  await expect.poll(() => page.locator(rows).count()).toBe(1);
  await page.locator(".woocommerce-message .restore-item").click();
  await expect.poll(() => rowIds(page)).toContain(first);
});

test("a guest turns mails about wished products on by a mailed link", async () => {
  const email = "alerts@example.com";
  const { page } = await browser.newPage();
  await openAwake(page, 1);
  await page.fill("#wishlist-alerts-email", email);
  await page.locator("[name=chowk_wishlist_alerts]").click();
  await page.locator(".woocommerce-info, .woocommerce-message", { hasText: "open the link" }).first().waitFor();
  await page.goto(await linkInMail(email, "wishlist"));
  await expectAccessible(page);
  await page.locator(".account-narrow [type=submit]").click();
  await page.locator("[role=status]", { hasText: "We will email you" }).waitFor();
  await expectAccessible(page);
  await page.goto(routes.wishlist());
  expect(await page.locator("[name=chowk_wishlist_alerts]").getAttribute("value")).toBe("off");
  await page.goto(routes.stopWishlistAlerts("unknown"));
  await expectAccessible(page);
});
