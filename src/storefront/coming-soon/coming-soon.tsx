import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { translator } from "#messages/translate.ts";
import { patterns, routes } from "#routes";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { PageView } from "../rendering/page-view.ts";
import { ComingSoonPage } from "./page.tsx";

/** Pages of what is sold, and of the way to buy it; a search, which stands at the home page's address, is one too. */
const storePages: ReadonlySet<string | undefined> = new Set([
  routes.shop(),
  patterns.shopPage,
  patterns.category,
  patterns.productTag,
  patterns.product,
  routes.cart(),
  routes.checkout(),
]);

/**
 * Whether this page is closed to customers while the shop is coming soon.
 * @param pattern of the page's route; undefined when no route matched
 * @param query the parameters that the page reads, and no others
 */
export function isComingSoon(settings: Settings, pattern: string | undefined, query: URLSearchParams): boolean {
  const part = closedPartOf(settings);
  if (part !== "store") return part === "site";
  const isSearch = pattern === routes.home() && query.has("s");
  return storePages.has(pattern) || isSearch;
}

/** Whether a page is open even so: one's account, the sign-in before it, and an order that was placed. */
export function staysOpen(pattern = ""): boolean {
  return pattern.startsWith(routes.account()) || pattern === patterns.orderReceived;
}

/** What stands at every address that is closed, and tells nothing of what will be there. Strangers invent addresses: it is not kept. */
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
    isKept: false,
  };
}
