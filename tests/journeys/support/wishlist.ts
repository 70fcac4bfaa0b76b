import type { Page } from "playwright-core";
import { expect } from "vitest";
import { routes } from "#routes";

/** The hearts of products that are not in the wishlist. */
export const hearts = ".card .add_to_wishlist";

/** The rows of a wishlist, in any layout. */
export const rows = "#yith-wcwl-form [data-row-id]";

/** Adds this many products from the shop's first page to the wishlist, by the links of their hearts, without loading a page. */
export async function fillWishlist(page: Page, products: number): Promise<void> {
  const list = await page.request.get(routes.shop());
  const links = [...(await list.text()).matchAll(/<a class="add_to_wishlist [^>]*href="(\?add_to_wishlist=\d+)"/g)];
  expect(links.length).toBeGreaterThanOrEqual(products);
  // The shop follows only links of its own pages.
  const headers = { referer: list.url() };
  for (const [, href] of links.slice(0, products)) await page.request.get(routes.shop() + href, { headers });
}

/** Opens the page of a wishlist with this many products. */
export async function openWishlist(page: Page, products = 3): Promise<void> {
  await fillWishlist(page, products);
  await page.goto(routes.wishlist());
}
/** The hearts of cards. */
export const cardHeart = ".card .yith-wcwl-add-to-wishlist .heart";

/** Returns the wishlist's calls that the page makes, in order; "visitor" is the personal call of a page. */
export function recordWishlistCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === routes.visitorState()) calls.push("visitor");
    if (pathname === routes.siteCall()) calls.push(new URLSearchParams(request.postData() ?? "").get("action") ?? "");
  });
  return calls;
}

/** Presses the hearts of the first simple products on the shop page and waits until they are stored. */
export async function wishFirst(page: Page, count = 1): Promise<void> {
  await page.goto(routes.shop());
  for (let index = 0; index < count; index += 1) {
    await page.locator(`${cardHeart}[data-product-type=simple][aria-pressed=false]`).first().click();
    await page.locator(`${cardHeart}[data-item-id]`).nth(index).waitFor();
  }
}

/** Waits for the answer of one of the wishlist's calls. */
export async function answered(page: Page, action: string): Promise<void> {
  const isIt = (data: string | null) => new URLSearchParams(data ?? "").get("action") === action;
  await page.waitForResponse((response) => isIt(response.request().postData()));
}
