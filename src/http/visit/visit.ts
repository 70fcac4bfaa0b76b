import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { MadePassword } from "#shop/accounts/application-passwords/application-passwords.ts";
import { storeLanding } from "#shop/accounts/sessions/landings.ts";
import { addNotice, type Notice, type Session, takeNotices } from "#shop/accounts/sessions/sessions.ts";
import type { Attribution } from "#shop/attribution/attribution.rules.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { emptyCart } from "#shop/cart/carts.ts";
import { recheckCart } from "#shop/cart/lines/recheck-cart.ts";
import type { StoredLine } from "#shop/cart/lines/stored-lines.ts";
import { openCart } from "#shop/cart/open-cart.ts";
import type { CartProducts } from "../cached-reads/cart-products.ts";
import type { StoreFacts, StoreFactsCache } from "../cached-reads/store-facts.ts";
import type { Nonces } from "../guards/nonce.ts";
import type { GuardedCall } from "../guards/nonce-actions.ts";
import { type CallFields, hasValidNonce } from "../guards/nonce-check.ts";
import { guardStateChange, isForeignLink, isSameOrigin, isViewed } from "../guards/request-guard.ts";
import type { RefusedForm } from "./refused-form.ts";
import { cookieLifetime } from "./session-lifetime.ts";
import { VisitCookies } from "./visit-cookies.ts";
import { mayRecordOrigin, originOfRequest } from "./visit-origin.ts";
import { VisitSession } from "./visit-session.ts";
import { VisitWishlists, type WishlistOwnerServices } from "./visit-wishlists.ts";

export interface VisitServices extends WishlistOwnerServices {
  nonces: Nonces;
  facts: Pick<StoreFactsCache, "get">;
  cartProducts: CartProducts;
  /** Returns a site-relative URL without secrets, which may not be recorded. */
  withoutSecret: (url: string) => string;
}

interface CartOptions {
  /** How the buyer learns what was removed from the cart; default: by a notice on the next page. */
  reports?: "by notice" | "in the answer";
  /** The lines as a change has just left them; default: they are read. */
  lines?: readonly StoredLine[];
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `openVisits`; pages answered by the page cache's hook never get here. */
    visit: Visit;
  }
}

/** Gives every request its `visit`. Call it after the page cache's hook and before all others. */
export function openVisits(app: FastifyInstance, services: VisitServices): void {
  app.decorateRequest("visit");
  app.addHook("onRequest", (request, reply, done) => {
    request.visit = new Visit(services, request, reply);
    done();
  });
  app.addHook("onSend", async ({ visit }) => {
    if (visit.session.begunId !== undefined) await visit.keepLanding();
  });
}

/**
 * One request and everything that belongs to it alone: session, cookies, cart, nonces, notices. Reads nothing until
 * needed. Entrances use `request` and `reply`; functions that they call take the visit.
 */
export class Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly cookies: VisitCookies;
  readonly session: VisitSession;
  readonly wishlists: VisitWishlists;
  /**
   * Name of the call in logs and metrics if the route's pattern is too general ("wc-ajax add_to_cart"); known names
   * only.
   */
  callName: string | undefined;
  /** Recovery codes that this request has made, for its page to show once. */
  recoveryCodes: readonly string[] = [];
  /** The application password that this request has made, for its page to show once. */
  applicationPassword: MadePassword | undefined;
  readonly #services: VisitServices;
  #refusedForm: RefusedForm | undefined;

  constructor(services: VisitServices, request: FastifyRequest, reply: FastifyReply) {
    this.#services = services;
    this.request = request;
    this.reply = reply;
    this.cookies = new VisitCookies(request, reply, services.site);
    this.session = new VisitSession(services, request, this.cookies);
    this.wishlists = new VisitWishlists(services, request, this.cookies, this.session);
  }

  /** The shop's origin as the visitor sees it, without a trailing slash: "https://shop.example". */
  get siteUrl(): string {
    return this.#services.site.urlOf(this.request);
  }

  /** The value of the Strict-Transport-Security header; null without https. */
  get hsts(): string | null {
    return this.#services.site.hstsFor(this.request);
  }

  /** Whether pages for the requested host may be cached. */
  get cachesPages(): boolean {
    return this.#services.site.cachesPages(this.request);
  }

  /** The path that was requested, without its query. */
  get path(): string {
    return this.request.url.split("?", 1)[0] ?? "";
  }

  /** False for HEAD, prefetches, and images and frames that turn out to be pages: those do not consume notices. */
  get isViewed(): boolean {
    return isViewed(this.request);
  }

  /** Whether the browser says that one of our own pages sent the request. */
  get isSameOrigin(): boolean {
    return isSameOrigin(this.request, this.#services.site);
  }

  /**
   * Rejects a request that may not change state: cross-site, from an image or frame, a prefetch, or another method.
   * @param kind a call is made by code and never by following a link @returns whether a response was sent; the caller
   * then stops
   */
  guardStateChange(kind?: "call"): boolean {
    return guardStateChange(this.request, this.reply, this.#services.site, kind);
  }

  /** Whether a link on another site led to this request, which would change something. */
  get isForeignLink(): boolean {
    return isForeignLink(this.request, this.#services.site);
  }

  /** Returns settings, categories, delivery zones and currency. */
  facts(): Promise<StoreFacts> {
    return this.#services.facts.get();
  }

  /**
   * Returns the visitor's current cart, without products that are no longer sold, and sets its cookies. Empty without a
   * session.
   */
  async cart({ reports = "by notice", lines }: CartOptions = {}): Promise<CurrentCart> {
    const { db, clock, cartProducts } = this.#services;
    const [session, { settings, zones }] = await Promise.all([this.session.find(), this.facts()]);
    const now = clock.now();
    const open = ({ id }: Session) => {
      const listLines = (_: unknown, sessionId: number) => cartProducts.listLines(sessionId, lines);
      const read = () => openCart(db, id, settings, { now, reports, listLines, zones });
      return lines ? cartProducts.pricedOnce(id, lines, { settings, zones, now }, read) : read();
    };
    const cart = session ? await open(session) : emptyCart(settings);
    this.cookies.setCart(cart, session ? cookieLifetime(session) : {});
    if (cart.dropped.length + cart.refusedCoupons.length > 0 && reports === "by notice") this.cookies.setNotice(true);
    return cart;
  }

  /**
   * Returns the cart after limiting it to what can be ordered now. Adds a notice for each change, shown on the page being
   * rendered or on the next one.
   */
  async recheckedCart(shows: "now" | "on the next page"): Promise<CurrentCart> {
    const { db, clock } = this.#services;
    const session = await this.session.find();
    const noticeCount = session ? await recheckCart(db, session.id, (await this.facts()).settings, clock.now()) : 0;
    if (noticeCount > 0 && shows === "on the next page") this.cookies.setNotice(true);
    return this.cart();
  }

  /** Returns where the visitor came from, as far as this request tells; null if that is unknown or not to be recorded. */
  async origin(): Promise<Attribution | null> {
    if (!mayRecordOrigin(this.request, (await this.facts()).settings)) return null;
    const url = this.siteUrl + this.#services.withoutSecret(this.request.url);
    return originOfRequest(this.request, url, this.#services.clock.now());
  }

  /** Stores where the visitor came from with the session that this request has started. */
  async keepLanding(): Promise<void> {
    const { begunId } = this.session;
    const landing = begunId === undefined ? null : await this.origin();
    if (begunId !== undefined && landing) await storeLanding(this.#services.db, begunId, landing);
  }

  /** Returns this visitor's nonce for an action. */
  async nonce(action: string): Promise<string> {
    return this.#services.nonces.create(action, await this.session.nonceHolder());
  }

  /** Whether the call carries the nonce it needs, made for this visitor. True for a call that needs none. */
  async hasValidNonce(call: GuardedCall | undefined, fields: CallFields): Promise<boolean> {
    return hasValidNonce(this.#services.nonces, call, fields, await this.session.nonceHolder());
  }

  /**
   * The same for a form on a page that may have been open for days: an expired nonce of this visitor is accepted too if
   * one of our own pages sent it, so that nobody loses a form by taking time to fill it in.
   */
  async hasValidOrExpiredNonce(call: GuardedCall, fields: CallFields): Promise<boolean> {
    return (await this.hasValidNonce(call, fields)) || this.hasExpiredNonce(call, fields);
  }

  /** Whether one of our own pages sent a nonce that this visitor was given, however long ago. */
  async hasExpiredNonce(call: GuardedCall, fields: CallFields): Promise<boolean> {
    const { nonces } = this.#services;
    return (
      this.isSameOrigin &&
      Object.hasOwn(fields, call.field) &&
      nonces.wasGiven(fields[call.field], call.action, await this.session.nonceHolder())
    );
  }

  /**
   * The same for what a link can do too. Guests share the nonces of such calls, so a link must come from one of our own
   * pages unless a user is signed in: otherwise a link on another site could contain the nonce.
   */
  async hasValidLinkNonce(call: GuardedCall, fields: CallFields): Promise<boolean> {
    const isProven = this.request.method === "POST" || this.isSameOrigin;
    if (!isProven && (await this.session.nonceHolder()).userId === 0) return false;
    return this.hasValidNonce(call, fields);
  }

  /** Stores a notice for the visitor's next page. Starts a session if there is none. */
  async addNotice(notice: Notice): Promise<void> {
    const { db } = this.#services;
    const isStored = await addNotice(db, (await this.session.keep()).id, notice);
    if (!isStored) await addNotice(db, (await this.session.keepAnother()).id, notice);
    this.cookies.setNotice(true);
  }

  /** Returns the waiting notices and deletes them: each is shown once, and only if somebody sees the response. */
  async takeNotices(): Promise<Notice[]> {
    if (!this.isViewed) return [];
    const session = await this.session.find();
    this.cookies.setNotice(false);
    return session ? takeNotices(this.#services.db, session.id) : [];
  }

  /** Keeps a rejected form for the page that shows it again in this response. */
  refuseForm(form: RefusedForm): void {
    this.#refusedForm = form;
  }

  /** Returns the form of this name if this request sent it and it was rejected. */
  findRefusedForm(name: string): RefusedForm | undefined {
    return this.#refusedForm?.name === name ? this.#refusedForm : undefined;
  }
}
