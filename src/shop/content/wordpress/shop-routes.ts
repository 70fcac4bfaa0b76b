/** A page of the shop that takes the place of one of the old site. */
export type OwnPage = "shop" | "cart" | "checkout" | "account" | "wishlist" | "blog";

/** The routes that an import needs, with the names of `routes.ts`. */
export interface ShopRoutes extends Record<OwnPage, () => string> {
  article(slug: string): string;
  articleCategory(slug: string): string;
  articleTag(slug: string): string;
  author(slug: string): string;
  /** @param path the slugs from the root, joined by "/" */
  category(path: string): string;
  media(file: string): string;
  product(slug: string): string;
}

/** Returns the addresses of the shop's own pages by their slugs, which are the usual ones of WordPress and WooCommerce. */
export function ownPagesOf(routes: ShopRoutes): ReadonlyMap<string, string> {
  const pages = [routes.shop(), routes.cart(), routes.checkout(), routes.account(), routes.wishlist(), routes.blog()];
  return new Map(pages.map((address) => [address.replaceAll("/", ""), address]));
}
