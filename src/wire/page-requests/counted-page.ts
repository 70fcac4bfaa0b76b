import type { CountedPage } from "#http/observe/statistics.ts";
import { beginningOf, hasSecret, patterns, routes } from "#routes";
import type { PageKind } from "#shop/statistics/statistics.ts";

/** Kinds of pages by how their paths begin; the first match applies. */
const prefixes: readonly (readonly [string, PageKind])[] = [
  [beginningOf(patterns.product), "product"],
  [routes.shop(), "listing"],
  [beginningOf(patterns.category), "listing"],
  [beginningOf(patterns.productTag), "listing"],
  [beginningOf(patterns.orderReceived), "order-received"],
  [routes.cart(), "cart"],
  [routes.checkout(), "checkout"],
];

/** Returns the page at a site-relative URL, as the statistics see it; null if it is no page. */
export function countedPage(url: string): CountedPage | null {
  const kind = kindOf(url);
  if (kind === null) return null;
  return { kind, slug: kind === "product" ? (url.split(/[/?]/, 3)[2] ?? "") : "", hasSecret: hasSecret(url) };
}

function kindOf(url: string): PageKind | null {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  if (path === routes.home()) {
    if (end < 0) return "home";
    const parameters = url.slice(end);
    return parameters.includes("wc-ajax=") ? null : /[?&]s=/.test(parameters) ? "search" : "home";
  }
  for (const [prefix, kind] of prefixes) if (path.startsWith(prefix)) return kind;
  return path.endsWith("/") && !path.endsWith("/feed/") && !/^\/(?:chowk|wp-)/.test(path) ? "other" : null;
}
