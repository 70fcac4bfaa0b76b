import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { translator } from "#messages/translate.ts";
import { patterns, routes } from "#routes";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { PageView } from "../rendering/page-view.ts";
import { ComingSoonPage } from "./page.tsx";

/** Patterns of the store pages. Searches, which use the home page's address, count too. */
const storePages: ReadonlySet<string | undefined> = new Set([
  routes.shop(),
  patterns.shopPage,
  patterns.category,
  patterns.productTag,
  patterns.product,
  patterns.productReviews,
  routes.cart(),
  routes.checkout(),
  routes.wishlist(),
  patterns.wishlistPage,
  patterns.wishlistView,
  patterns.wishlistViewPage,
  patterns.wishlistOfUser,
  patterns.wishlistOfUserPage,
  patterns.wishlistSearch,
  routes.manageWishlists(),
  routes.createWishlist(),
  routes.searchWishlists(),
]);

/**
 * Returns whether a page is closed to customers while the shop is coming soon.
 * @param pattern of the page's route; undefined when no route matched
 * @param query only the parameters that the page reads
 */
export function isComingSoon(settings: Settings, pattern: string | undefined, query: URLSearchParams): boolean {
  const part = closedPartOf(settings);
  if (part !== "store") return part === "site";
  const isSearch = pattern === routes.home() && query.has("s");
  return storePages.has(pattern) || isSearch;
}

/** Returns whether a page stays open: account, sign-in and placed orders. */
export function staysOpen(pattern = ""): boolean {
  return (
    pattern.startsWith(routes.account()) ||
    [patterns.orderReceived, patterns.orderDownloads].some((one) => one === pattern)
  );
}

/**
 * Returns the coming-soon page, which reveals nothing about the shop. Not cached, since anyone can make up addresses.
 */
export function comingSoonView({ settings }: StoreFacts): PageView {
  return {
    title: translator(settings.language)("shell.comingSoon.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "coming-soon",
    flags: {},
    frame: "closed",
    content: <ComingSoonPage shopName={settings.shop_name} />,
    tags: [],
    isCacheable: false,
  };
}
