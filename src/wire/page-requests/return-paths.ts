import { hasSecret, routes } from "#routes";
import type { Call } from "../wc-ajax/entrance.ts";
import { attributesOf, type Fields, memberQuantitiesOf, quantityOf, textOf } from "../wc-ajax/fields.ts";

/** Parameters that change the cart; a redirect after a change must not contain them. */
const changingParameters = [
  "remove_item",
  "undo_item",
  "save_for_later",
  "move_to_cart",
  "add-to-cart",
  "added-to-cart",
  "order_again",
  "remove_coupon",
  "add_to_wishlist",
  "remove_from_wishlist",
  "move_to_another_wishlist",
  "move_to_another_wishlist_nonce",
  "ask_an_estimate",
  "estimate_nonce",
  "yith_wcwl_delete",
  "_wpnonce",
];

/**
 * Returns path and query of the page that the visitor came from (`_wp_http_referer`, else the Referer header), without
 * parameters that would change the cart again; undefined if missing or on another site.
 * @param parameters added to the query
 */
export function referringPage(call: Call, parameters: Readonly<Record<string, string>> = {}): string | undefined {
  const { url, headers } = call.visit.request;
  // A page whose address has a secret names only its origin in the header. Its links lead to itself.
  const from = hasSecret(url) ? url : headers.referer;
  const referer = textOf(call.fields, "_wp_http_referer") || from || "";
  return ownAddress(call, referer, parameters);
}

/**
 * Returns path and query of an address that a request names, without parameters that would change something again; undefined
 * if it is empty or on another site. @param parameters added to the query
 */
export function ownAddress(
  { visit: { siteUrl: origin } }: Call,
  address: string,
  parameters: Readonly<Record<string, string>> = {},
): string | undefined {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  if (url?.origin !== origin || address === "") return undefined;
  for (const name of [...changingParameters, "removed_item"]) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  // A path that starts with two slashes would be read as another host.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}

/** Returns where Undo leads after a removal: back to the checkout, which shows the cart page once nothing is left; "" for any other page. */
export function undoPageOf(call: Call): string {
  return referringPage(call)?.startsWith(routes.checkout()) ? routes.checkout() : "";
}

/** Returns path and query of a request without these parameters. */
export function pathWithout(path: string, names: readonly string[]): string {
  // A second leading slash would name another host.
  const { pathname, searchParams } = new URL(path.replace(/^[\\/]+/, "/"), "http://localhost");
  for (const name of names) searchParams.delete(name);
  const query = searchParams.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}

/** Maximum number of attributes in an address; no product has more. */
const maxAttributes = 20;

/** Maximum number of group members in an address, to keep it short. */
const maxMembers = 50;

/** Maximum length (characters) of a name or value in an address. */
const maxTextLength = 200;

/**
 * Returns a path and query that restore the selection of a refused add-to-cart form without adding again: the chosen
 * attributes ("" if left empty), the quantity, and the quantities of a grouped product's members.
 */
export function pathWithSelection(path: string, fields: Fields): string {
  // A second leading slash would name another host.
  const { pathname, searchParams } = new URL(path.replace(/^[\\/]+/, "/"), "http://localhost");
  searchParams.delete("add-to-cart");
  for (const [slug, value] of Object.entries(attributesOf(fields)).slice(0, maxAttributes))
    if (Math.max(slug.length, value.length) <= maxTextLength) searchParams.set(`attribute_${slug}`, value);
  const quantity = quantityOf(fields, "quantity");
  if (quantity !== null && quantity > 1) searchParams.set("quantity", String(quantity));
  const members = [...memberQuantitiesOf(fields)].filter(([, count]) => count > 0);
  for (const [id, count] of members.slice(0, maxMembers)) searchParams.set(`quantity[${id}]`, String(count));
  const query = searchParams.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}
