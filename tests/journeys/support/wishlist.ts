import type { Page } from "playwright-core";
import { routes } from "#routes";

/** The hearts of products that are not in the wishlist. */
export const hearts = ".card .add_to_wishlist";

/** The rows of a wishlist, in any layout. */
export const rows = "#yith-wcwl-form [data-row-id]";

/** Adds this many products from the shop's first page to the wishlist, by following their hearts as links. */
export async function fillWishlist(page: Page, products: number): Promise<void> {
  await page.goto(routes.shop());
  const hrefs = await page.locator(hearts).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const href of hrefs.slice(0, products)) {
    await Promise.all([
      page.waitForEvent("load"),
      page.evaluate((target) => {
        location.href = target;
      }, href),
    ]);
  }
}

/** Opens the page of a wishlist with this many products. */
export async function openWishlist(page: Page, products = 3): Promise<void> {
  await fillWishlist(page, products);
  await page.goto(routes.wishlist());
}
