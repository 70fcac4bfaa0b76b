import type { IncomingMessage } from "node:http";
import {
  noticeCookie,
  premiumTokenCookie,
  stylesCookie,
  visitorCookie,
  wishlistCookie,
} from "../visit/visit-cookies.ts";

/** A rule that says whether a request bypasses the page cache, and why. */
export interface BypassRule {
  what: "method" | "cookie" | "query";
  /** Exact name, or a prefix ending in "*". For methods: those that do NOT bypass the cache. */
  name: string;
  skips: boolean;
  /** The reason. */
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
 * The one table of what bypasses the page cache. Public pages are the same for everybody; the browser loads personal
 * data by one uncached request if `chowk_visitor` is set, so a cart alone never bypasses the cache. Bypassing is for
 * content that must be in the page even without scripts: a waiting notice, a signed-in user.
 */
export const bypassRules: readonly BypassRule[] = [
  { what: "method", name: "GET", skips: false, because: "Reads." },
  { what: "method", name: "HEAD", skips: false, because: "Same page, without its body for HEAD." },

  cookie(noticeCookie, true, "A notice waits: it has to be printed once, with or without scripts."),
  cookie("wordpress_logged_in_*", true, "Signed-in users see their name, their prices and the manager's banner."),
  cookie("wordpress_sec_*", true, "The secure half of a sign-in."),
  cookie("wp-postpass_*", true, "The visitor entered a page's password: that page is not public."),
  cookie("comment_author_*", true, "The visitor sees their own pending review, and the form with their name."),

  cookie(visitorCookie, false, "Only tells the browser to load personal data."),
  cookie(stylesCookie, false, "Only chooses between inline and linked style sheets; both pages are cached."),
  cookie("chowk_device", false, "Read at sign-in only."),
  cookie("__Host-chowk_*", false, "The same cookies on an HTTPS origin: the browser of a sign-in, and that of a gift."),
  cookie("chowk_link", false, "Sent only to the page that a mailed link leads to, which is never cached."),
  cookie("woocommerce_items_in_cart", false, "Count and drawer come with the fragments or the visitor request."),
  cookie("chowk_cart_count", false, "The number in the header, shown by browser code."),
  cookie("chowk_known_cart", false, "Read by browser code, which repeats a lost addition."),
  cookie("woocommerce_cart_hash", false, "Compared by the browser with its stored fragments."),
  cookie(
    "wp_woocommerce_session_*",
    false,
    "Having a session changes no public page; its nonces come with the visitor request.",
  ),
  cookie(wishlistCookie, false, "Hearts are drawn by browser code."),
  cookie("yith_wcwl_session_*", false, "Read by calls and the wishlist's own pages only."),
  cookie("chowk_giver", false, "Read by shared wishlists only, which are never cached."),
  cookie("woocommerce_recently_viewed", false, "Rendered by browser code."),
  cookie("store_notice*", false, "Browser code hides the dismissed notice."),
  cookie("sbjs_*", false, "Read when an order is placed, never for a page."),
  cookie("wp_consent_*", false, "What is allowed; browser code reads it."),
  cookie("chowk_consent", false, "The proof of it, read when a session begins or an order is placed."),
  cookie("chowk_consent_exempt", false, "Where nobody is asked; read when networks are told or an order is placed."),
  cookie("chowk_added", false, "Read by the cart and the checkout, which are never cached."),
  cookie("chowk_registered", false, "Read by the account's page, which is never cached."),
  cookie("fca_pc_woo_add_to_cart*", false, "Read by others' scripts only."),
  cookie(premiumTokenCookie, false, "Read by the subscribe dialog."),
  cookie("wordpress_test_cookie", false, "Only shows that cookies work."),

  query("add-to-cart", "Adds to the cart, on any page."),
  query("added-to-cart", "The page after an add without a redirect."),
  query("remove_item", "Removes a line."),
  query("undo_item", "Restores a line."),
  query("removed_item", "The page after a removal, with its notice."),
  query("update_cart", "The cart form."),
  query("apply_coupon", "The cart form."),
  query("coupon_code", "Applies a coupon."),
  query("remove_coupon", "Removes a coupon."),
  query("order_again", "Fills the cart from an order."),
  query("wc-ajax", "A call, not a page."),
  query("wc-api", "A call of a payment provider."),
  query("rest_route", "A call, not a page."),
  query("add_to_wishlist", "Changes the wishlist, on any page."),
  query("remove_from_wishlist", "The same."),
  query("move_to_another_wishlist", "The same."),
  query("yith_wcwl_delete", "Deletes a wishlist."),
  query("ask_an_estimate", "Asks for an estimate of a wishlist."),
  query("estimate_nonce", "Carries a visitor's nonce."),
  query("save_for_later", "Moves a cart line into the wishlist."),
  query("move_to_cart", "Moves an item of the wishlist into the cart."),
  query("_wpnonce", "Carries a visitor's nonce: the response is personal."),
  query("key", "An order key: a private page."),
  query("pay_for_order", "A private page."),
  query("cancel_order", "Changes an order."),
  query("token", "Becomes the cookie of a membership."),
  query("unapproved", "Shows a pending review to its author."),
  query("moderation-hash", "The author's proof for it."),
  query("replytocom", "The review form as a reply to a review, for readers without scripts."),
  query("preview", "Unpublished content."),
  query("preview_id", "Unpublished content."),
  query("preview_nonce", "Unpublished content."),
];

const cookieTest = testOf("cookie", (names) => new RegExp(`(?:^|;)\\s*(?:${names})=`));
const queryTest = testOf("query", (names) => new RegExp(`^(?:${names})$`));
const cachedMethods = new Set(bypassRules.filter((rule) => rule.what === "method").map((rule) => rule.name));

/** Returns whether the method alone bypasses the cache. */
export function methodBypassesCache(method: string | undefined): boolean {
  return method === undefined || !cachedMethods.has(method);
}

/** Returns whether a Cookie header contains a cookie that bypasses the cache. */
export function cookiesBypassCache(header: string | undefined): boolean {
  return header !== undefined && cookieTest.test(header);
}

/** Returns whether a raw URL contains a query parameter that bypasses the cache, however it is escaped. */
export function queryBypassesCache(url: string): boolean {
  const mark = url.indexOf("?");
  if (mark < 0) return false;
  for (const name of new URLSearchParams(url.slice(mark + 1)).keys()) if (queryTest.test(nameOf(name))) return true;
  return false;
}

/**
 * Returns whether a raw request is a call that only reads and answers the same to everybody. It is answered from the page cache
 * whatever its cookies and body, and to a POST too, which scripts in the field send. In any other spelling or on another path it
 * is an ordinary call, so that URLs cannot be varied to fill the cache.
 */
export function isPublicCall({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean {
  const isAllowed = method === "POST" || !methodBypassesCache(method);
  return isAllowed && /^\/\?wc-ajax=pisol_live_orders(?:&|$)/.test(url);
}

/** Returns whether each request of a raw URL reaches the app, to be counted, although its page is cached. */
export function isCounted(url: string): boolean {
  return /[?&]relatedposts_hit=/.test(url);
}

/** Some parsers read `add-to-cart[]` and `add-to-cart[x]` as `add-to-cart`. */
function nameOf(name: string): string {
  const bracket = name.indexOf("[");
  return bracket < 0 ? name : name.slice(0, bracket);
}

function testOf(what: BypassRule["what"], build: (names: string) => RegExp): RegExp {
  const names = bypassRules.filter((rule) => rule.what === what && rule.skips).map((rule) => rule.name);
  return build(names.map((name) => name.replaceAll(/[.]/g, "\\.").replace(/\*$/, "[^=;]*")).join("|"));
}
