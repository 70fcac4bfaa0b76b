import type { Call } from "../wc-ajax/entrance.ts";
import { textOf } from "../wc-ajax/fields.ts";

/** Parameters that change the cart: none of them may be in an address to which a change leads back. */
const changing = [
  "remove_item",
  "undo_item",
  "add-to-cart",
  "added-to-cart",
  "order_again",
  "remove_coupon",
  "_wpnonce",
];

/**
 * Path and query of the page of this shop that the visitor came from, by `_wp_http_referer` or the Referer header, without
 * what would change the cart again and with `added`; undefined when there is none or it is another site's.
 */
export function referringPage(call: Call, added: Readonly<Record<string, string>> = {}): string | undefined {
  const { visit, fields } = call;
  const origin = visit.siteUrl;
  const referer = textOf(fields, "_wp_http_referer") || visit.request.headers.referer || "";
  const url = URL.canParse(referer, origin) ? new URL(referer, origin) : undefined;
  if (url?.origin !== origin || referer === "") return undefined;
  for (const name of [...changing, "removed_item"]) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value);
  // A path of two slashes would be read as another host.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}
