import { hash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { addressPrefix } from "#platform/network-address.ts";
import { consumeLimits } from "#shop/rate-limits.ts";
import { Refusal } from "#shop/refusal.ts";
import {
  type AddedToWishlist,
  addToWishlist,
  type WishlistAddition,
  type WishlistHolder,
  type WishlistTarget,
} from "#shop/wishlist/add-to-wishlist.ts";
import type { OwnWishlists, WishlistItem } from "#shop/wishlist/wishlist.ts";
import { guestLifetimeMs, startOwner, takeGuestWishlists } from "#shop/wishlist/wishlist-owners.ts";
import type { OwnWishlistsCache } from "../cached-reads/own-wishlists.ts";
import { cookieLifetime } from "./session-lifetime.ts";
import type { CookieLifetime, VisitCookies } from "./visit-cookies.ts";
import type { SessionServices, VisitSession } from "./visit-session.ts";

/** The guest's token: 43 characters. The cookie grants the owner's rights to these lists. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

const guestLife: CookieLifetime = { maxAge: guestLifetimeMs / 1000 };

export interface WishlistOwnerServices extends SessionServices {
  ownWishlists: OwnWishlistsCache;
}

/**
 * The wishlists of one request's visitor: a user's, or a guest's by a cookie that lasts 30 days. Reads nothing until
 * needed: one statement, none for guests without the cookie. The first use after a sign-in moves the guest's lists to the
 * account.
 */
export class VisitWishlists {
  readonly #services: WishlistOwnerServices;
  readonly #request: FastifyRequest;
  readonly #cookies: VisitCookies;
  readonly #session: VisitSession;
  #found: Promise<OwnWishlists | undefined> | undefined;

  constructor(services: WishlistOwnerServices, request: FastifyRequest, cookies: VisitCookies, session: VisitSession) {
    this.#services = services;
    this.#request = request;
    this.#cookies = cookies;
    this.#session = session;
  }

  /** Returns the visitor's lists, undefined if there are none, and tells the browser their version. */
  find(): Promise<OwnWishlists | undefined> {
    this.#found ??= this.#load();
    return this.#found;
  }

  /** Returns items of the visitor's lists by id, as `OwnWishlistsCache.listItems` does. */
  async listItems(ids: readonly number[]): Promise<WishlistItem[]> {
    const own = await this.find();
    return own ? this.#services.ownWishlists.listItems(own, ids) : [];
  }

  /** Returns them as they are after a change. */
  findAgain(): Promise<OwnWishlists | undefined> {
    this.#found = undefined;
    return this.find();
  }

  /** Returns the visitor's owner id. @throws Refusal wishlist_unknown if there are no lists */
  async ownerId(): Promise<number> {
    const own = await this.find();
    if (!own) throw new Refusal("wishlist_unknown");
    return own.ownerId;
  }

  /** Returns the visitor's owner id, starting an owner without lists if there is none. @throws Refusal too_many_tries */
  async keepOwnerId(): Promise<number> {
    const holder = await this.#holder();
    if ("ownerId" in holder) return holder.ownerId;
    const { db, clock } = this.#services;
    const started = await startOwner(db, holder.key, clock.now());
    this.#keepGuest(holder);
    this.#found = undefined;
    return started;
  }

  /** Adds a product to one of the visitor's lists. @throws Refusal what `addToWishlist` refuses, too_many_tries */
  async add(target: WishlistTarget, addition: WishlistAddition): Promise<AddedToWishlist> {
    const { db, clock } = this.#services;
    return this.addBy((holder) => addToWishlist(db, holder, target, addition, clock.now()));
  }

  /** Does the same for an action that calls `addToWishlist` itself. */
  async addBy<T>(work: (holder: WishlistHolder) => Promise<T>): Promise<T> {
    const add = async (holder: WishlistHolder & { token?: string }) => {
      const added = await work(holder);
      this.#keepGuest(holder);
      this.#found = undefined;
      return added;
    };
    try {
      return await add((await this.#knownHolder()) ?? (await this.#holder()));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "wishlist_owner_gone") throw error;
      // The guest's lists have expired, or a sign-in in another tab has just taken them along.
      this.#found = undefined;
      return await add(await this.#holder());
    }
  }

  async #load(): Promise<OwnWishlists | undefined> {
    const { db, clock, ownWishlists } = this.#services;
    const session = await this.#session.find();
    const user = session?.user;
    const token = this.#token();
    if (user && token) {
      await takeGuestWishlists(db, hashOf(token), user.id, clock.now());
      this.#cookies.clearSession(this.#cookieName());
    }
    const key = user ? { userId: user.id } : token ? { guestHash: hashOf(token) } : undefined;
    const found = key && (await ownWishlists.find(key, clock.now()));
    const life = session?.user ? cookieLifetime(session) : guestLife;
    if (found?.isRenewed && token) this.#cookies.setSession(this.#cookieName(), token, guestLife);
    if (!user && token && !found) this.#cookies.clearSession(this.#cookieName());
    this.#cookies.setWishlist(found, life);
    return found;
  }

  /** Returns the owner by the key alone, without reading the lists; undefined if they are to be read first. */
  async #knownHolder(): Promise<WishlistHolder | undefined> {
    if (this.#found) return undefined;
    const user = (await this.#session.find())?.user;
    const token = this.#token();
    if (user) return token ? undefined : { key: { userId: user.id } };
    return token ? { known: { guestHash: hashOf(token) } } : undefined;
  }

  /**
   * Returns the owner, or the key to start one with.
   * @throws Refusal too_many_tries if many guests started lists from this address
   */
  async #holder(): Promise<Exclude<WishlistHolder, { known: unknown }> & { token?: string }> {
    const { db, clock } = this.#services;
    const [found, session] = await Promise.all([this.find(), this.#session.find()]);
    const user = session?.user;
    if (found) return { ownerId: found.ownerId, userId: user?.id ?? null };
    if (user) return { key: { userId: user.id } };
    const address = addressPrefix(this.#request.ip);
    await consumeLimits(db, [{ limit: "wishlistsByAddress", address }], clock.now());
    const token = randomBytes(32).toString("base64url");
    return { key: { guestHash: hashOf(token) }, token };
  }

  /** Gives a guest whose first list was stored the cookie. */
  #keepGuest({ token }: { token?: string }): void {
    if (token === undefined) return;
    this.#cookies.setSession(this.#cookieName(), token, guestLife);
    this.#startedToken = token;
  }

  #startedToken: string | undefined;

  #token(): string | undefined {
    const sent = this.#startedToken ?? this.#cookies.get(this.#cookieName());
    return sent !== undefined && tokenShape.test(sent) ? sent : undefined;
  }

  #cookieName(): string {
    return wishlistCookieName(this.#services.site.urlOf(this.#request));
  }
}

/** Returns the name of a guest's cookie, derived from the site's address. Source: wire notes 1.10. */
export function wishlistCookieName(siteUrl: string): string {
  return `yith_wcwl_session_${hash("md5", siteUrl)}`;
}

function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
