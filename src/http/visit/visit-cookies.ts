import { hash } from "node:crypto";
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Consent, consentCookie, consentLifetime, wordPressConsent } from "#shop/consent/consent.rules.ts";
import type { OwnWishlists } from "#shop/wishlist/wishlist.ts";
import type { Site } from "../guards/allowed-host.ts";

/** Readable by scripts: there is personal data, so the page requests it. */
export const visitorCookie = "chowk_visitor";
/** A notice is waiting: the next page is rendered for this visitor alone. */
export const noticeCookie = "chowk_notice";

/**
 * Set by browser code to the href of the shop's main style sheet: the sheets of this release are in the browser's cache, so
 * pages need not contain them.
 */
export const stylesCookie = "chowk_styles";

/** HttpOnly: the visitor is signed in, so pages bypass the cache. Named as other shops' caches expect; grants nothing. */
const signedInCookie = "wordpress_logged_in_chowk";

/** HttpOnly: proves that somebody has signed in from this browser before. */
const deviceCookie = "chowk_device";
/** Seconds. */
const deviceLifetime = 365 * 24 * 60 * 60;

const itemsInCart = "woocommerce_items_in_cart";
const cartHash = "woocommerce_cart_hash";
/** Readable by scripts: number of pieces in the cart, for the header. */
const cartCount = "chowk_cart_count";
/** Readable by scripts: the hash of the cart that the browser knew, when a page or the fragments showed another one. */
const knownCart = "chowk_known_cart";
/** Seconds. */
const knownCartLifetime = 60;

/** Readable by scripts: which state the visitor's wishlists are in, and how many products are in them. */
export const wishlistCookie = "chowk_wishlist";

/** HttpOnly: recognizes the browser that marked a gift on somebody's wishlist. */
const giverCookie = "chowk_giver";

/** Seconds. */
const giverLifetime = 365 * 24 * 60 * 60;

/**
 * Cookies with a guest's details for the next review, set with consent. HttpOnly. The protocol appends the site's hash to their
 * names.
 */
const commenterCookies = { name: "comment_author", email: "comment_author_email", url: "comment_author_url" } as const;
/** Seconds. */
const commenterLifetime = 365 * 24 * 60 * 60;

/** What is remembered of the author of a review. */
export type Commenter = Record<keyof typeof commenterCookies, string>;

/** Readable by scripts: the click that led here from Meta's network. Its name is Meta's. */
const metaClickCookie = "_fbc";
/** Seconds. */
const metaClickLifetime = 90 * 24 * 60 * 60;

/** Readable by scripts: session token of the hosted membership service. Its name is the protocol's. */
export const premiumTokenCookie = "wp-jp-premium-content-session";
/** Seconds: a month. */
const premiumTokenLifetime = 30 * 24 * 60 * 60;

/** HttpOnly: proves what was allowed, when and below which text. Identifies nobody. */
export const consentProofCookie = "chowk_consent";

/** HttpOnly: the cart lines that a form has just added, for the next page of the cart to tell networks. Identifies nobody. */
const addedCookie = "chowk_added";
/** HttpOnly: an account was just made, for the account's page to tell networks. */
const registeredCookie = "chowk_registered";
/** Readable by scripts: what was added, as each network's payload, with the end of the network's name. The protocol's scripts read and delete them. */
const pixelAddCookie = "fca_pc_woo_add_to_cart";
/** Seconds after which they are told no more. */
const toldLifetime = 300;
/** Cookies beyond these bounds would make requests that servers refuse. */
const maxAddedLines = 20;
const maxPixelAdd = 1500;

const mailTokenCookie = "chowk_link";
/** Seconds that the browser keeps it; `shop/` decides how long the token is valid. */
const mailTokenLifetime = 24 * 60 * 60;

/** Seconds that a cookie lasts; without `maxAge` until the browser closes. */
export interface CookieLifetime {
  maxAge?: number;
}

/** Pieces added to a line of the cart. */
export interface AddedPieces {
  lineKey: string;
  quantity: number;
}

/** The cart's state in the cookies. */
export interface CartState {
  itemCount: number;
  /** 32 hex characters; the same value as `cart_hash` in the body of the same answer. */
  hash: string;
}

/** Cookies of one request and its answer. Needs `@fastify/cookie`. */
export class VisitCookies {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #site: Site;
  /** Flags that this answer has set so far. */
  readonly #flags = new Set<string>();

  constructor(request: FastifyRequest, reply: FastifyReply, site: Site) {
    this.#request = request;
    this.#reply = reply;
    this.#site = site;
  }

  /** Returns the value that the browser sent. */
  get(name: string): string | undefined {
    return this.#request.cookies[name];
  }

  setSession(name: string, value: string, life: CookieLifetime): void {
    this.#reply.setCookie(name, value, { ...this.#hidden(), ...life });
  }

  clearSession(name: string): void {
    this.#reply.clearCookie(name, this.#hidden());
  }

  /**
   * Sets the protocol's two cart cookies and our own count, or clears all three for an empty cart. They last as long as the
   * session's cookie, so that a returning visitor sees the cart. `woocommerce_items_in_cart` is a flag, not a number.
   */
  setCart(cart: CartState, life: CookieLifetime): void {
    const options = this.#readable();
    if (cart.itemCount > 0) {
      this.#reply.setCookie(itemsInCart, "1", { ...options, ...life });
      this.#reply.setCookie(cartHash, cart.hash, { ...options, ...life });
      this.#reply.setCookie(cartCount, String(cart.itemCount), { ...options, ...life });
      return;
    }
    this.#reply.clearCookie(itemsInCart, options).clearCookie(cartHash, options).clearCookie(cartCount, options);
  }

  /**
   * Names the cart that the browser knew, if it is being shown another one: the database may have lost the last addition, which
   * browser code then repeats. Only for answers to requests that change nothing, and not for signed-in visitors: their session
   * may have been ended from elsewhere, while the account keeps the addition.
   */
  setKnownCart(shown: CartState): void {
    const known = this.get(cartHash) ?? "";
    if (hashShape.test(known) && known !== shown.hash && this.get(signedInCookie) === undefined)
      this.#reply.setCookie(knownCart, known, { ...this.#readable(), maxAge: knownCartLifetime });
  }

  /** Extends the cart cookies that the browser sent; ignores malformed ones. */
  renewCart(life: CookieLifetime): void {
    const hash = this.get(cartHash) ?? "";
    const itemCount = Number(/^[1-9]\d{0,8}$/.exec(this.get(cartCount) ?? "")?.[0] ?? 0);
    if (itemCount > 0 && hashShape.test(hash)) this.setCart({ itemCount, hash }, life);
  }

  /**
   * Tells the browser the version of the visitor's wishlists and the number of products in them ("1b9d6bcd.3"), so that it
   * can draw hearts from its copy; clears it when there are none.
   */
  setWishlist(own: OwnWishlists | undefined, life: CookieLifetime): void {
    if (own && own.itemIds.size > 0) {
      const value = `${own.version.slice(0, 8)}.${own.itemIds.size}`;
      this.#reply.setCookie(wishlistCookie, value, { ...this.#readable(), ...life });
      this.#flags.add(wishlistCookie);
    } else this.#setFlag(wishlistCookie, false, this.#readable());
  }

  /** Says whether a notice is waiting. */
  setNotice(isWaiting: boolean): void {
    this.#setFlag(noticeCookie, isWaiting, this.#readable());
  }

  /** Says whether there is personal data to request. `maxAge` in seconds. */
  setVisitor(exists: boolean, maxAge: number): void {
    this.#setFlag(visitorCookie, exists, { ...this.#readable(), maxAge });
  }

  /** Says whether the visitor is signed in. */
  setSignedIn(isSignedIn: boolean, life: CookieLifetime): void {
    this.#setFlag(signedInCookie, isSignedIn, { ...this.#hidden(), ...life });
  }

  /** The token this browser got at an earlier sign-in; null if it sent none. */
  get device(): string | null {
    const value = this.get(this.#hostOnly(deviceCookie));
    return value !== undefined && /^[A-Za-z0-9_-]{32}$/.test(value) ? value : null;
  }

  setDevice(device: string): void {
    this.#reply.setCookie(this.#hostOnly(deviceCookie), device, { ...this.#hidden(), maxAge: deviceLifetime });
  }

  /** The token of the browser that marked gifts; null if it sent none. */
  get giver(): string | null {
    const value = this.get(this.#hostOnly(giverCookie));
    return value !== undefined && /^[A-Za-z0-9_-]{32}$/.test(value) ? value : null;
  }

  setGiver(giver: string): void {
    this.#reply.setCookie(this.#hostOnly(giverCookie), giver, { ...this.#hidden(), maxAge: giverLifetime });
  }

  /** Name and addresses that a guest allowed to remember; empty otherwise. Pages that show them bypass the cache. */
  get commenter(): Commenter {
    const read = (key: keyof Commenter) => (this.get(this.#commenterCookie(key)) ?? "").slice(0, 250);
    return { name: read("name"), email: read("email"), url: read("url") };
  }

  /** Remembers the author of a review, or forgets it. */
  setCommenter(commenter: Commenter | undefined): void {
    for (const key of ["name", "email", "url"] as const) {
      const name = this.#commenterCookie(key);
      if (commenter) this.#reply.setCookie(name, commenter[key], { ...this.#hidden(), maxAge: commenterLifetime });
      else if (this.get(name) !== undefined) this.#reply.clearCookie(name, this.#hidden());
    }
  }

  #commenterCookie(key: keyof Commenter): string {
    return `${commenterCookies[key]}_${hash("md5", this.#site.urlOf(this.#request))}`;
  }

  /** The token of the mailed link that led here; "" if there is none. */
  get mailToken(): string {
    return this.get(mailTokenCookie) ?? "";
  }

  /**
   * Stores the token of a mailed link in a cookie of the page at `target` only, so that it appears in no page, history,
   * referrer or URL that third-party scripts can read.
   */
  setMailToken(token: string, target: string): void {
    const options = { ...this.#hidden(), path: pathOf(target), maxAge: mailTokenLifetime };
    this.#reply.setCookie(mailTokenCookie, token.slice(0, 100), options);
  }

  /** Clears the token once it is used. `page` is the URL that its link led to. */
  clearMailToken(page: string): void {
    this.#reply.clearCookie(mailTokenCookie, { ...this.#hidden(), path: pathOf(page) });
  }

  /** Remembers a click from Meta's network, in the cookie of its script. Only with consent. */
  setMetaClick(value: string): void {
    this.#reply.setCookie(metaClickCookie, value, { ...this.#readable(), maxAge: metaClickLifetime });
  }

  /** What forms have just added to the cart, as the browser says. */
  get added(): readonly AddedPieces[] {
    return (this.get(addedCookie) ?? "").split("_").flatMap((one) => {
      const [, lineKey, quantity] = /^([0-9a-f]{32})-([1-9]\d{0,5})$/.exec(one) ?? [];
      return lineKey === undefined ? [] : [{ lineKey, quantity: Number(quantity) }];
    });
  }

  setAdded(added: readonly AddedPieces[]): void {
    const value = added.slice(0, maxAddedLines).map(({ lineKey, quantity }) => `${lineKey}-${quantity}`);
    this.#reply.setCookie(addedCookie, value.join("_"), { ...this.#hidden(), maxAge: toldLifetime });
  }

  /** Forgets what was added, once it is told. */
  clearAdded(): void {
    this.#reply.clearCookie(addedCookie, this.#hidden());
  }

  setRegistered(): void {
    this.#reply.setCookie(registeredCookie, "1", { ...this.#hidden(), maxAge: toldLifetime });
  }

  /** Returns whether an account was just made in this browser, as it says, and forgets it. */
  takeRegistered(): boolean {
    const isSet = this.get(registeredCookie) === "1";
    if (isSet) this.#reply.clearCookie(registeredCookie, this.#hidden());
    return isSet;
  }

  /** Tells others' scripts on this page what was added. Only with consent. @param network the end of the cookie's name */
  setPixelAdd(network: string, payload: object): void {
    const value = JSON.stringify(payload);
    if (encodeURIComponent(value).length <= maxPixelAdd)
      this.#reply.setCookie(pixelAddCookie + network, value, { ...this.#readable(), maxAge: toldLifetime });
  }

  /** Remembers a session of the hosted membership service. */
  setPremiumToken(token: string): void {
    this.#reply.setCookie(premiumTokenCookie, token, { ...this.#readable(), maxAge: premiumTokenLifetime });
  }

  /** Remembers what the visitor allows, for scripts and, with its proof, for the server. */
  setConsent(consent: Consent, proof: string): void {
    for (const [category, value] of Object.entries(wordPressConsent(consent)))
      this.#reply.setCookie(consentCookie(category), value, { ...this.#readable(), maxAge: consentLifetime });
    this.#reply.setCookie(consentProofCookie, proof, { ...this.#hidden(), maxAge: consentLifetime });
  }

  /** Clears a flag only if the browser sent it or this response has set it. */
  #setFlag(name: string, isWanted: boolean, options: CookieSerializeOptions): void {
    if (isWanted) {
      this.#reply.setCookie(name, "1", options);
      this.#flags.add(name);
    } else if (this.#flags.has(name) || this.get(name) !== undefined) this.#reply.clearCookie(name, options);
  }

  /** Returns a cookie's name with the prefix that keeps sibling domains from setting it, where there is HTTPS. */
  #hostOnly(name: string): string {
    return this.#site.isHttps(this.#request) ? `__Host-${name}` : name;
  }

  #readable(): CookieSerializeOptions {
    return { path: "/", sameSite: "lax", secure: this.#site.isHttps(this.#request), httpOnly: false };
  }

  #hidden(): CookieSerializeOptions {
    return { ...this.#readable(), httpOnly: true };
  }
}

/** The hash of a cart. */
const hashShape = /^[0-9a-f]{32}$/;

function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? "/";
}
