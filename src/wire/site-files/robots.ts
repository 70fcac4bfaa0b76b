// Answers GET /robots.txt.
import { patterns, routes } from "#routes";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import type { SiteFile, SiteFileRequest } from "./site-file.ts";

/** What is somebody's own, or no page. */
const closedPaths = [routes.cart(), routes.checkout(), routes.account(), routes.siteCall().replace(/[^/]+$/, "")];

/** Beginnings of parameters: of requests that change a cart, and of a listing's countless other views of the same. */
const closedQueries = [
  "wc-ajax=",
  "add-to-cart=",
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

/** Beginnings of the paths of what is sold. */
const storePaths = [routes.shop(), ...[patterns.product, patterns.category, patterns.productTag].map(fixedStart)];

/** Which addresses crawlers leave alone (RFC 9309), and where the sitemap is. What is coming soon is left alone. */
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

/** What a pattern's addresses begin with. */
function fixedStart(pattern: string): string {
  return pattern.replace(/[:*].*$/, "");
}

function openShopRules(siteUrl: string): string[] {
  return [
    ...closedPaths.map((path) => `Disallow: ${path}`),
    `Allow: ${routes.siteCall()}`,
    // In two lines each: "*" between would close every parameter that ends so.
    ...closedQueries.flatMap((name) => [`Disallow: /*?${name}`, `Disallow: /*&${name}`]),
    "",
    `Sitemap: ${siteUrl}${routes.sitemap()}`,
  ];
}
