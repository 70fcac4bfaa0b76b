import { noticeCookie, visitorCookie } from "../visit/visit-cookies.ts";

/** One reason for which a request may, or in spite of appearances need not, skip the page cache. */
export interface BypassRule {
  what: "method" | "cookie" | "query";
  /** Exact, or a prefix ending in "*". Methods: the ones that do NOT skip. */
  name: string;
  skips: boolean;
  /** Why. */
  because: string;
}

const cookie = (name: string, skips: boolean, because: string): BypassRule => ({
  what: "cookie",
  name,
  skips,
  because,
});
const query = (name: string, because: string): BypassRule => ({ what: "query", name, skips: true, because });

/**
 * The one table of what skips the page cache. Public pages are the same bytes for everybody; what is personal comes by
 * one uncached call that the browser makes when `chowk_visitor` says there is something. So a cart alone never skips.
 * Skipping is for what must be in the page even without scripts: a waiting notice, a signed-in reader.
 */
export const bypassRules: readonly BypassRule[] = [
  { what: "method", name: "GET", skips: false, because: "Reads." },
  { what: "method", name: "HEAD", skips: false, because: "Reads; the same page without its body." },

  cookie(noticeCookie, true, "A notice waits: it has to be printed once, with or without scripts."),
  cookie("wordpress_logged_in_*", true, "A signed-in reader sees his name, his prices, the manager's banner."),
  cookie("wordpress_sec_*", true, "The secure half of a sign-in."),
  cookie("wp-postpass_*", true, "He gave a page's password: that page is not for everybody."),
  cookie("comment_author_*", true, "His own waiting review is shown to him, his name filled in."),

  cookie(visitorCookie, false, "Only tells the browser to make the call for what is personal."),
  cookie("chowk_device", false, "Read at sign-in only."),
  cookie("chowk_link", false, "Sent to the one page that a mail's link leads to, which is never kept."),
  cookie("woocommerce_items_in_cart", false, "The count and the drawer come by fragments or by the visitor call."),
  cookie("chowk_cart_count", false, "The header's number, shown by the browser."),
  cookie("woocommerce_cart_hash", false, "Compared by the browser with its stored fragments."),
  cookie(
    "wp_woocommerce_session_*",
    false,
    "Having a session changes no public page; its nonces come by the visitor call.",
  ),
  cookie("woocommerce_recently_viewed", false, "Drawn by the browser."),
  cookie("store_notice*", false, "The browser hides the notice that was dismissed."),
  cookie("sbjs_*", false, "Read when an order is placed, never for a page."),
  cookie("wordpress_test_cookie", false, "Says that cookies work, nothing else."),

  query("add-to-cart", "Adds to the cart on whichever page it is sent to."),
  query("added-to-cart", "The page after an add that was not redirected."),
  query("remove_item", "Removes a line."),
  query("undo_item", "Brings a line back."),
  query("removed_item", "The page after a removal, with its notice."),
  query("update_cart", "The cart form."),
  query("apply_coupon", "The cart form."),
  query("coupon_code", "Applies a coupon."),
  query("remove_coupon", "Takes a coupon off."),
  query("order_again", "Fills the cart from an order."),
  query("wc-ajax", "A call, not a page."),
  query("wc-api", "A call of a payment provider."),
  query("rest_route", "A call, not a page."),
  query("add_to_wishlist", "Changes the wishlist on whichever page it is sent to."),
  query("remove_from_wishlist", "The same."),
  query("_wpnonce", "Carries a proof of somebody's: what comes back is his."),
  query("key", "An order's key: a private page."),
  query("pay_for_order", "A private page."),
  query("cancel_order", "Changes an order."),
  query("unapproved", "Shows a waiting review to who wrote it."),
  query("moderation-hash", "His proof for it."),
  query("replytocom", "The review form as an answer to one review, for readers without scripts."),
  query("preview", "Unpublished content."),
  query("preview_id", "Unpublished content."),
  query("preview_nonce", "Unpublished content."),
];

const cookieTest = testOf("cookie", (names) => new RegExp(`(?:^|;)\\s*(?:${names})=`));
const queryTest = testOf("query", (names) => new RegExp(`^(?:${names})$`));
const cachedMethods = new Set(bypassRules.filter((rule) => rule.what === "method").map((rule) => rule.name));

/** Whether the method alone skips the cache. */
export function methodSkipsCache(method: string | undefined): boolean {
  return method === undefined || !cachedMethods.has(method);
}

/** Whether a Cookie header names a cookie that skips the cache. */
export function cookiesSkipCache(header: string | undefined): boolean {
  return header !== undefined && cookieTest.test(header);
}

/** Whether a raw URL carries a query parameter that skips the cache; spelt with escapes it counts the same. */
export function querySkipsCache(url: string): boolean {
  const mark = url.indexOf("?");
  if (mark < 0) return false;
  for (const name of new URLSearchParams(url.slice(mark + 1)).keys()) if (queryTest.test(nameOf(name))) return true;
  return false;
}

/** `add-to-cart[]` and `add-to-cart[x]` are `add-to-cart` to who reads nested names. */
function nameOf(name: string): string {
  const bracket = name.indexOf("[");
  return bracket < 0 ? name : name.slice(0, bracket);
}

function testOf(what: BypassRule["what"], build: (names: string) => RegExp): RegExp {
  const names = bypassRules.filter((rule) => rule.what === what && rule.skips).map((rule) => rule.name);
  return build(names.map((name) => name.replaceAll(/[.]/g, "\\.").replace(/\*$/, "[^=;]*")).join("|"));
}
