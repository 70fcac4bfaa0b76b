import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Readable by scripts: something personal exists, so the page makes the call for what is personal. */
export const visitorCookie = "chowk_visitor";
/** A notice waits: the next page is made for this visitor alone. */
export const noticeCookie = "chowk_notice";

/** HttpOnly: somebody is signed in, so pages are made for him alone. Named as the field's caches expect; it opens nothing. */
const signedInCookie = "wordpress_logged_in_chowk";
/** HttpOnly: proves that somebody has signed in from this browser before. */
const deviceCookie = "chowk_device";
/** How long (s) a browser is known. */
const deviceLifetime = 365 * 24 * 60 * 60;

const itemsInCart = "woocommerce_items_in_cart";
const cartHash = "woocommerce_cart_hash";
/** Readable by scripts: how many pieces are in the cart, for the header's number. */
const cartCount = "chowk_cart_count";

/** How the shop's cookies travel; `https` makes them Secure. */
export function cookieOptions(https: boolean, readable: boolean): CookieSerializeOptions {
  return { path: "/", sameSite: "lax", secure: https, httpOnly: !readable };
}

/** A cart as its cookies tell it. */
export interface CartSign {
  itemCount: number;
  /** 32 hex characters; the same value as `cart_hash` in the body of the same answer. */
  hash: string;
}

/**
 * Tells the browser of its cart, in the protocol's two cookies and one of the shop's own, readable by scripts. They last as long as the session's, so
 * that who comes back another day is shown his cart. The first is a flag, not a number; an empty cart ends them.
 */
export function setCartCookies(reply: FastifyReply, cart: CartSign, https: boolean, lasts: { maxAge?: number }): void {
  const options = cookieOptions(https, true);
  if (cart.itemCount > 0) {
    reply.setCookie(itemsInCart, "1", { ...options, ...lasts });
    reply.setCookie(cartHash, cart.hash, { ...options, ...lasts });
    reply.setCookie(cartCount, String(cart.itemCount), { ...options, ...lasts });
    return;
  }
  reply.clearCookie(itemsInCart, options).clearCookie(cartHash, options).clearCookie(cartCount, options);
}

/** Has the cookies that told a browser of its cart last for `lasts` from now on; what is not a cart's is passed over. */
export function renewCartCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  https: boolean,
  lasts: { maxAge?: number },
): void {
  const hash = request.cookies[cartHash] ?? "";
  const itemCount = Number(/^[1-9]\d{0,8}$/.exec(request.cookies[cartCount] ?? "")?.[0] ?? 0);
  if (itemCount > 0 && /^[0-9a-f]{32}$/.test(hash)) setCartCookies(reply, { itemCount, hash }, https, lasts);
}

/** Says that a notice waits, or no longer does. Call it with `addNotice` and with `takeNotices`. */
export function setNoticeCookie(request: FastifyRequest, reply: FastifyReply, waits: boolean, https: boolean): void {
  setFlag(request, reply, noticeCookie, waits, cookieOptions(https, true));
}

/** Says that there is something personal to ask for, or no longer is. `maxAge` in seconds. */
export function setVisitorCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  exists: boolean,
  https: boolean,
  maxAge: number,
): void {
  setFlag(request, reply, visitorCookie, exists, { ...cookieOptions(https, true), maxAge });
}

/** Says that somebody is signed in, or no longer is; without `maxAge` until the browser closes. */
export function setSignedInCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  isSignedIn: boolean,
  https: boolean,
  lasts: { maxAge?: number },
): void {
  setFlag(request, reply, signedInCookie, isSignedIn, { ...cookieOptions(https, false), ...lasts });
}

/** What this browser was given when somebody signed in from it. */
export function deviceOf(request: FastifyRequest): string | null {
  const value = request.cookies[deviceCookie];
  return value !== undefined && /^[A-Za-z0-9_-]{32}$/.test(value) ? value : null;
}

export function setDeviceCookie(reply: FastifyReply, device: string, https: boolean): void {
  reply.setCookie(deviceCookie, device, { ...cookieOptions(https, false), maxAge: deviceLifetime });
}

/** Which flags an answer has set so far. */
const setFlags = new WeakMap<FastifyReply, Set<string>>();

function setFlag(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  wanted: boolean,
  options: CookieSerializeOptions,
): void {
  const isSet = setFlags.get(reply) ?? new Set<string>();
  if (wanted) {
    reply.setCookie(name, "1", options);
    setFlags.set(reply, isSet.add(name));
  } else if (isSet.has(name) || request.cookies[name] !== undefined) reply.clearCookie(name, options);
}
