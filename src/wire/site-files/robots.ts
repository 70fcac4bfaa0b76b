// Answers GET /robots.txt.
import { patterns, routes } from "#routes";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import type { SiteFile, SiteFileRequest } from "./site-file.ts";

/** Private pages and endpoints. */
const disallowedPaths = [
  routes.cart(),
  routes.checkout(),
  routes.account(),
  routes.wishlist(),
  routes.siteCall().replace(/[^/]+$/, ""),
];

/** Prefixes of query parameters: requests that change a cart, and filtered or sorted views of listings. */
const disallowedParameters = [
  "wc-ajax=",
  "add-to-cart=",
  "add_to_wishlist=",
  "remove_from_wishlist=",
  "move_to_another_wishlist=",
  "yith_wcwl_delete=",
  "ask_an_estimate=",
  "save_for_later=",
  "move_to_cart=",
  "remove_item=",
  "undo_item=",
  "orderby=",
  "filter_",
  "min_price=",
  "max_price=",
  "rating_filter=",
  "product_cat=",
  "on_sale=",
  "per_page=",
  "s=",
];

/** Path prefixes of the shop's products and listings. */
const storePaths = [routes.shop(), ...[patterns.product, patterns.category, patterns.productTag].map(fixedStart)];

/** Returns robots.txt (RFC 9309) with the sitemap's URL. Parts that are coming soon are disallowed. */
export function robotsFile({ facts, siteUrl }: SiteFileRequest): SiteFile {
  const closed = closedPartOf(facts.settings);
  const closedStore = closed === "store" ? storePaths.map((path) => `Disallow: ${path}`) : [];
  const rules = closed === "site" ? ["Disallow: /"] : [...closedStore, ...openShopRules(siteUrl)];
  return {
    body: `${["User-agent: *", ...rules].join("\n")}\n`,
    contentType: "text/plain; charset=utf-8",
    tags: ["settings"],
  };
}

/** Returns the constant prefix of a route pattern. */
function fixedStart(pattern: string): string {
  return pattern.replace(/[:*].*$/, "");
}

function openShopRules(siteUrl: string): string[] {
  return [
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    `Allow: ${routes.siteCall()}`,
    // Two lines each: "/*?*name" would also match parameters that end with the name.
    ...disallowedParameters.flatMap((name) => [`Disallow: /*?${name}`, `Disallow: /*&${name}`]),
    "",
    `Sitemap: ${siteUrl}${routes.sitemap()}`,
  ];
}
