import { hash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { createSession, findSession, renewSession, type Session } from "#shop/accounts/sessions/sessions.ts";
import { rememberDevice } from "#shop/accounts/sessions/sign-in.ts";
import {
  beginUserSession,
  endUserSession,
  endUserSessions,
  type NewSession,
} from "#shop/accounts/sessions/user-sessions.ts";
import type { ProvenUser } from "#shop/accounts/user.ts";
import type { CartHolder } from "#shop/cart/lines/put-into-cart.ts";
import type { StoredLine } from "#shop/cart/lines/stored-lines.ts";
import { findSessionCart } from "#shop/cart/session-cart.ts";
import type { Site } from "./allowed-host.ts";
import type { NonceHolder } from "./nonce.ts";
import { cookieLife, guestLifetime, lifetimeOf, renewedAfter, userLifetime } from "./session-life.ts";
import {
  cookieOptions,
  renewCartCookies,
  setCartCookies,
  setDeviceCookie,
  setSignedInCookie,
  setVisitorCookie,
} from "./visitor-cookies.ts";

/** Customer id, expiry, expiring (both in seconds since 1970), token. Only the token is believed. */
const cookieShape = /^(t_[0-9a-f]{30})\|\d{1,12}\|\d{1,12}\|([A-Za-z0-9_-]{43})$/;

/**
 * Who is asking, as far as his cookie says. Finding him takes one statement per request, a second when his session is renewed,
 * and none without a cookie.
 */
export interface Visitors {
  /** His session, if he has one; renewed, with its cookie, when it is a day old. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<Session | undefined>;
  /** The lines of his cart, found with his session in one statement; undefined without one, or when it was found before. */
  findLines(request: FastifyRequest, reply: FastifyReply): Promise<StoredLine[] | undefined>;
  /** His session, begun now if he had none: call it only when there is something to keep. Sets his cookies. */
  keep(request: FastifyRequest, reply: FastifyReply): Promise<Session>;
  /** Who holds his cart: his session or, if he has none, one that begins with what is put into it. Sets his cookies then. */
  cartHolder(request: FastifyRequest, reply: FastifyReply): Promise<CartHolder>;
  /** Another session, when the one that was found is gone since (its account was deleted, say). Sets his cookies. */
  keepAnother(request: FastifyRequest, reply: FastifyReply): Promise<Session>;
  /**
   * Signs somebody in who has just proved who he is: under a new token, with what he had as a guest. Sets his cookies.
   * @throws Refusal credentials_wrong when that proof is worth nothing any more
   */
  signIn(request: FastifyRequest, reply: FastifyReply, proven: ProvenUser, ways: SignInWays): Promise<Session>;
  /**
   * Has `work` put the session of somebody who is signed in under a new token, if it does what ends tokens: then its result
   * carries the session as it is now, and his cookies are set.
   */
  renew<T extends { session: Session | null }>(
    request: FastifyRequest,
    reply: FastifyReply,
    before: Pick<Session, "isRemembered">,
    work: (own: NewSession) => Promise<T>,
  ): Promise<T>;
  /**
   * Knows his browser from now on, by a proof that nobody has seen: he has a new password, and others' tries do not keep him
   * out.
   */
  know(request: FastifyRequest, reply: FastifyReply, userId: number): Promise<void>;
  /** Signs him out here, or everywhere; he goes on as a guest without anything. */
  signOut(request: FastifyRequest, reply: FastifyReply, where: "here" | "everywhere"): Promise<void>;
  /** For whom nonces are made and checked. */
  nonceHolder(request: FastifyRequest, reply: FastifyReply): Promise<NonceHolder>;
  /** For whom they were made while the session that his cookie names was this user's, if it ever was; undefined without a cookie. */
  formerHolder(request: FastifyRequest, userId: number): NonceHolder | undefined;
}

/** How somebody is signed in. */
export interface SignInWays {
  /** For weeks, not until the browser closes. */
  isRemembered: boolean;
  /** What his browser shows to be known by; null: it is known from now on by a proof that nobody has seen. */
  device: string | null;
}

export interface VisitorsOptions {
  db: Database;
  clock: Clock;
  site: Site;
}

/** Needs `@fastify/cookie`. What was found is remembered for the length of the request. */
export function openVisitors(options: VisitorsOptions): Visitors {
  return new CookieVisitors(options);
}

class CookieVisitors implements Visitors {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #site: Site;
  readonly #found = new WeakMap<FastifyRequest, Promise<Session | undefined>>();

  constructor({ db, clock, site }: VisitorsOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#site = site;
  }

  find(request: FastifyRequest, reply: FastifyReply): Promise<Session | undefined> {
    let session = this.#found.get(request);
    if (!session) this.#found.set(request, (session = this.#load(request, reply)));
    return session;
  }

  async findLines(request: FastifyRequest, reply: FastifyReply): Promise<StoredLine[] | undefined> {
    if (this.#found.has(request)) return undefined;
    let lines: StoredLine[] | undefined;
    const session = this.#load(request, reply, async (...given) => {
      const found = await findSessionCart(...given);
      lines = found?.lines;
      return found;
    });
    this.#found.set(request, session);
    return (await session) && lines;
  }

  keep(request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const session = this.find(request, reply).then((known) => known ?? this.#begin(request, reply));
    // Whoever asks while it is being made gets the same one, not a second.
    this.#found.set(request, session);
    return session;
  }

  async cartHolder(request: FastifyRequest, reply: FastifyReply): Promise<CartHolder> {
    const known = await this.find(request, reply);
    if (known) return known.id;
    const { token, ...made } = freshToken();
    const renewedAt = this.#clock.now();
    const own = { ...made, expiresAt: secondsAfter(renewedAt, guestLifetime) };
    const begun = (id: number) => {
      const session = { ...own, id, renewedAt, isRemembered: false, user: null };
      this.#found.set(request, Promise.resolve(session));
      this.#setCookies(request, reply, session, token);
    };
    return { ...own, begun };
  }

  keepAnother(request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const session = this.#begin(request, reply);
    this.#found.set(request, session);
    return session;
  }

  async signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    proven: ProvenUser,
    { isRemembered, device }: SignInWays,
  ): Promise<Session> {
    const before = await this.find(request, reply);
    // Another person's cart waits for that person.
    const isAnothers = before?.user && before.user.id !== proven.user.id;
    const own = isAnothers ? undefined : before;
    const { session } = await this.renew(request, reply, { isRemembered }, async (fresh) => ({
      session: await beginUserSession(this.#db, proven, own, fresh),
    }));
    if (isAnothers) await endUserSession(this.#db, before.id, this.#clock.now());
    await this.#know(request, reply, proven.user.id, device);
    return session;
  }

  async renew<T extends { session: Session | null }>(
    request: FastifyRequest,
    reply: FastifyReply,
    { isRemembered }: Pick<Session, "isRemembered">,
    work: (own: NewSession) => Promise<T>,
  ): Promise<T> {
    const { token, ...made } = freshToken();
    const now = this.#clock.now();
    const done = await work({ ...made, isRemembered, now, expiresAt: secondsAfter(now, userLifetime(isRemembered)) });
    if (!done.session) return done;
    this.#found.set(request, Promise.resolve(done.session));
    this.#setCookies(request, reply, done.session, token);
    return done;
  }

  know(request: FastifyRequest, reply: FastifyReply, userId: number): Promise<void> {
    return this.#know(request, reply, userId, null);
  }

  async #know(request: FastifyRequest, reply: FastifyReply, userId: number, known: string | null): Promise<void> {
    const device = await rememberDevice(this.#db, userId, known, this.#clock.now());
    setDeviceCookie(reply, device, this.#site.isHttps(request));
  }

  async signOut(request: FastifyRequest, reply: FastifyReply, where: "here" | "everywhere"): Promise<void> {
    const session = await this.find(request, reply);
    const now = this.#clock.now();
    if (session?.user && where === "everywhere") await endUserSessions(this.#db, session.user.id, null, now);
    else if (session?.user) await endUserSession(this.#db, session.id, now);
    this.#found.set(request, Promise.resolve(undefined));
    const https = this.#site.isHttps(request);
    reply.clearCookie(sessionCookieName(this.#site.urlOf(request)), cookieOptions(https, false));
    setVisitorCookie(request, reply, false, https, 0);
    setSignedInCookie(request, reply, false, https, {});
    setCartCookies(reply, { itemCount: 0, hash: "" }, https, {});
  }

  async nonceHolder(request: FastifyRequest, reply: FastifyReply): Promise<NonceHolder> {
    const session = await this.find(request, reply);
    return { userId: session?.user?.id ?? 0, sessionKey: session?.customerKey ?? "" };
  }

  formerHolder(request: FastifyRequest, userId: number): NonceHolder | undefined {
    const sessionKey = this.#cookieOf(request)?.[1];
    return sessionKey === undefined ? undefined : { userId, sessionKey };
  }

  #cookieOf(request: FastifyRequest): RegExpExecArray | null {
    return cookieShape.exec(request.cookies[sessionCookieName(this.#site.urlOf(request))] ?? "");
  }

  async #load(
    request: FastifyRequest,
    reply: FastifyReply,
    find: typeof findSession = findSession,
  ): Promise<Session | undefined> {
    const token = this.#cookieOf(request)?.[2];
    const now = this.#clock.now();
    const session = token === undefined ? undefined : await find(this.#db, hashOf(token), now);
    // His session has ended, here or elsewhere: public pages need not be made for him alone any more.
    if (!session?.user) setSignedInCookie(request, reply, false, this.#site.isHttps(request), {});
    const isYoung = session && now.getTime() - session.renewedAt.getTime() < renewedAfter * 1000;
    if (token === undefined || !session || isYoung) return session;
    const renewed = await renewSession(this.#db, session, now, secondsAfter(now, lifetimeOf(session)));
    if (!renewed) return undefined;
    this.#setCookies(request, reply, renewed, token);
    renewCartCookies(request, reply, this.#site.isHttps(request), cookieLife(renewed));
    return renewed;
  }

  async #begin(request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const { token, ...made } = freshToken();
    const now = this.#clock.now();
    const session = await createSession(this.#db, { ...made, now, expiresAt: secondsAfter(now, guestLifetime) });
    this.#setCookies(request, reply, session, token);
    return session;
  }

  #setCookies(request: FastifyRequest, reply: FastifyReply, session: Session, token: string): void {
    const https = this.#site.isHttps(request);
    const expiring = secondsAfter(session.renewedAt, renewedAfter);
    const value = [session.customerKey, toSeconds(session.expiresAt), toSeconds(expiring), token].join("|");
    const name = sessionCookieName(this.#site.urlOf(request));
    const lasts = cookieLife(session);
    reply.setCookie(name, value, { ...cookieOptions(https, false), ...lasts });
    setVisitorCookie(request, reply, true, https, lifetimeOf(session));
    setSignedInCookie(request, reply, session.user !== null, https, lasts);
  }
}

/** The name that the field's clients know, made from the site's address as theirs is. */
export function sessionCookieName(siteUrl: string): string {
  return `wp_woocommerce_session_${hash("md5", siteUrl)}`;
}

/** What a new session is known by: the token to its visitor, its hash to us, the customer key to everybody's scripts. */
function freshToken() {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashOf(token), customerKey: `t_${randomBytes(15).toString("hex")}` };
}

function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
