import { patterns, routes } from "#routes";
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

/** Returns the part of a URL pattern before its parameter. */
function beginningOf(pattern: string): string {
  return pattern.replace(/[:*].*/, "");
}

/**
 * Returns the kind of page at a site-relative URL, for the statistics, and the slug of a product's as in the URL; null if it
 * is no page.
 */
export function countedPage(url: string): { kind: PageKind; slug: string } | null {
  const kind = kindOf(url);
  return kind && { kind, slug: kind === "product" ? (url.split(/[/?]/, 3)[2] ?? "") : "" };
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
