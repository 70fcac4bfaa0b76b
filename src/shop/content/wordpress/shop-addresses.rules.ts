/**
 * Addresses of this shop that an import has to know. `routes.ts` says the same; a test of the old addresses compares both.
 */

/** Pages of the shop that take the place of a page of the old site, by slug. */
export const ownPages: Readonly<Record<string, string>> = {
  shop: "/shop/",
  cart: "/cart/",
  checkout: "/checkout/",
  "my-account": "/my-account/",
  wishlist: "/wishlist/",
  blog: "/blog/",
};

/** First segments of the shop's addresses that are no pages of their own. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  "assets",
  "author",
  "category",
  "chowk",
  "comments",
  "feed",
  "media",
  "page",
  "product",
  "product-category",
  "product-tag",
  "share",
  "sitemap.xml",
  "tag",
  "wp-admin",
  "wp-content",
  "wp-includes",
  "wp-json",
]);

/** Returns the address of a post or page. */
export function articleAddress(slug: string): string {
  return `/${encodeURIComponent(slug)}/`;
}

/** Returns the address of a stored picture. */
export function mediaAddress(file: string): string {
  return `/media/${file}`;
}

/** Returns the address of a product, or of a category by its path. */
export function productAddress(slug: string): string {
  return `/product/${encodeURIComponent(slug)}/`;
}

/** @param path the slugs from the root, joined by "/" */
export function productCategoryAddress(path: string): string {
  return `/product-category/${path.split("/").map(encodeURIComponent).join("/")}/`;
}

/** Returns the address of the archive of a category, tag or author. */
export function archiveAddress(kind: "category" | "tag" | "author", slug: string): string {
  return `/${kind}/${encodeURIComponent(slug)}/`;
}
