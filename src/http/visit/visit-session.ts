import { hash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
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
import type { Site } from "../guards/allowed-host.ts";
import type { NonceHolder } from "../guards/nonce.ts";
import type { NewSessions } from "./new-sessions.ts";
import {
  cookieLifetime,
  isNewGuest,
  lifetimeOf,
  newGuestLifetime,
  renewedAfter,
  userLifetime,
} from "./session-lifetime.ts";
import type { VisitCookies } from "./visit-cookies.ts";

/** Customer id, expiry, expiring (both in seconds since 1970), token. Only the token is trusted. */
const cookieShape = /^(t_[0-9a-f]{30})\|\d{1,12}\|\d{1,12}\|([A-Za-z0-9_-]{43})$/;

/** Stored part of a user agent (characters). */
const longestAgent = 200;

export interface SessionServices {
  db: Database;
  clock: Clock;
  site: Site;
  newSessions: Pick<NewSessions, "begin" | "confirm">;
}

/** How a user is signed in. */
export interface SignInOptions {
  /** Lasts for weeks instead of until the browser closes. */
  isRemembered: boolean;
  /** The device token that the browser sent; null creates one. */
  device: string | null;
}

/**
 * The session of one request. It is read once, on first use: one statement, a second one if it is renewed, none without
 * a cookie.
 */
export class VisitSession {
  readonly #services: SessionServices;
  readonly #request: FastifyRequest;
  readonly #cookies: VisitCookies;
  #found: Promise<Session | undefined> | undefined;
  /** The session that this request has started. */
  #begunId: number | undefined;

  constructor(services: SessionServices, request: FastifyRequest, cookies: VisitCookies) {
    this.#services = services;
    this.#request = request;
    this.#cookies = cookies;
  }

  /** Returns the visitor's session, if there is one. Renews it and its cookie when it is a day old. */
  find(): Promise<Session | undefined> {
    this.#found ??= this.#load();
    return this.#found;
  }

  /**
   * Returns the cart's lines, read together with the session in one statement; undefined without a session, or once it was
   * read.
   */
  async findLines(): Promise<StoredLine[] | undefined> {
    if (this.#found) return undefined;
    let lines: StoredLine[] | undefined;
    this.#found = this.#load(async (...given) => {
      const found = await findSessionCart(...given);
      lines = found?.lines;
      return found;
    });
    return (await this.#found) && lines;
  }

  /**
   * Returns the session, starting one if there is none: call it only when there is something to store. Sets the
   * cookies.
   */
  keep(): Promise<Session> {
    const session = this.find().then((known) => known ?? this.#create());
    // Concurrent calls share the new session.
    this.#found = session;
    return session;
  }

  /** The session that this request has started; undefined if it has started none. */
  get begunId(): number | undefined {
    return this.#begunId;
  }

  /** Starts another session if the one that was found has been deleted since. Sets the cookies. */
  keepAnother(): Promise<Session> {
    const session = this.#create();
    this.#found = session;
    return session;
  }

  /**
   * Returns the id of the session that holds the cart, or a new session to be created with the first line; sets its cookies
   * then.
   */
  async cartHolder(): Promise<CartHolder> {
    const known = await this.find();
    if (known) return known.id;
    const { token, ...made } = freshToken();
    const renewedAt = this.#services.clock.now();
    const own = { ...made, expiresAt: secondsAfter(renewedAt, newGuestLifetime) };
    const begun = (id: number) => {
      const session = { ...own, id, renewedAt, isRemembered: false, user: null };
      this.#found = Promise.resolve(session);
      this.#begin(id);
      this.#setCookies(session, token);
    };
    return { ...own, begun };
  }

  /**
   * Signs in a user who has just been authenticated, under a new token, keeping the guest's cart. Sets the cookies.
   * @throws Refusal credentials_wrong if the proof is no longer valid
   */
  async signIn(proven: ProvenUser, { isRemembered, device }: SignInOptions): Promise<Session> {
    const { db, clock } = this.#services;
    const before = await this.find();
    // Another user's cart stays with that user.
    const isAnothers = before?.user && before.user.id !== proven.user.id;
    const own = isAnothers ? undefined : before;
    const { session } = await this.renew({ isRemembered }, async (fresh) => ({
      session: await beginUserSession(db, proven, own, fresh),
    }));
    if (!own) this.#begin(session.id);
    if (isAnothers) await endUserSession(db, before.id, clock.now());
    await this.#rememberDevice(proven.user.id, device);
    return session;
  }

  /** Runs `work`, which may move the session to the token it is given; if its result has a session, sets the cookies for it. */
  async renew<T extends { session: Session | null }>(
    { isRemembered }: Pick<Session, "isRemembered">,
    work: (own: NewSession) => Promise<T>,
  ): Promise<T> {
    const { token, ...made } = freshToken();
    const now = this.#services.clock.now();
    const agent = (this.#request.headers["user-agent"] ?? "").slice(0, longestAgent);
    const expiresAt = secondsAfter(now, userLifetime(isRemembered));
    const done = await work({ ...made, isRemembered, agent, now, expiresAt });
    if (!done.session) return done;
    this.#found = Promise.resolve(done.session);
    this.#setCookies(done.session, token);
    return done;
  }

  /** Gives this browser a new device token, so that failed attempts from elsewhere do not lock this user out here. */
  rememberDevice(userId: number): Promise<void> {
    return this.#rememberDevice(userId, null);
  }

  async #rememberDevice(userId: number, known: string | null): Promise<void> {
    const { db, clock } = this.#services;
    this.#cookies.setDevice(await rememberDevice(db, userId, known, clock.now()));
  }

  /** Signs the user out here or everywhere, and clears the cookies. */
  async signOut(where: "here" | "everywhere"): Promise<void> {
    const { db, clock, site } = this.#services;
    const session = await this.find();
    const now = clock.now();
    if (session?.user && where === "everywhere") await endUserSessions(db, session.user.id, null, now);
    else if (session?.user) await endUserSession(db, session.id, now);
    this.#found = Promise.resolve(undefined);
    this.#cookies.clearSession(sessionCookieName(site.urlOf(this.#request)));
    this.#cookies.setVisitor(false, 0);
    this.#cookies.setSignedIn(false, {});
    this.#cookies.setCart({ itemCount: 0, hash: "" }, {});
    this.#cookies.setWishlist(undefined, {});
  }

  /** Returns the holder that nonces are created for and checked against. */
  async nonceHolder(): Promise<NonceHolder> {
    const session = await this.find();
    return { userId: session?.user?.id ?? 0, sessionKey: session?.customerKey ?? "" };
  }

  /** Returns the nonce holder as it was if this cookie's session belonged to this user; undefined without a cookie. */
  formerHolder(userId: number): NonceHolder | undefined {
    const sessionKey = this.#cookie()?.[1];
    return sessionKey === undefined ? undefined : { userId, sessionKey };
  }

  #cookie(): RegExpExecArray | null {
    return cookieShape.exec(this.#cookies.get(sessionCookieName(this.#services.site.urlOf(this.#request))) ?? "");
  }

  async #load(find: typeof findSession = findSession): Promise<Session | undefined> {
    const { db, clock } = this.#services;
    const token = this.#cookie()?.[2];
    const now = clock.now();
    const session = token === undefined ? undefined : await find(db, hashOf(token), now);
    // The user's session has ended: public pages may come from the cache again.
    if (!session?.user) this.#cookies.setSignedIn(false, {});
    if (session && isNewGuest(session)) this.#services.newSessions.confirm(session.id, this.#request.ip, now);
    const isFresh = session && now.getTime() - session.renewedAt.getTime() < renewedAfter * 1000;
    if (token === undefined || !session || isFresh) return session;
    const renewed = await renewSession(db, session, now, secondsAfter(now, lifetimeOf(session)));
    if (!renewed) return undefined;
    this.#setCookies(renewed, token);
    this.#cookies.renewCart(cookieLifetime(renewed));
    return renewed;
  }

  async #create(): Promise<Session> {
    const { db, clock } = this.#services;
    const { token, ...made } = freshToken();
    const now = clock.now();
    const session = await createSession(db, { ...made, now, expiresAt: secondsAfter(now, newGuestLifetime) });
    this.#begin(session.id);
    this.#setCookies(session, token);
    return session;
  }

  #begin(id: number): void {
    this.#begunId = id;
    this.#services.newSessions.begin(id, this.#request.ip);
  }

  #setCookies(session: Session, token: string): void {
    const ends = [lifetimeOf(session), renewedAfter].map((life) => toSeconds(secondsAfter(session.renewedAt, life)));
    const value = [session.customerKey, ...ends, token].join("|");
    const life = cookieLifetime(session);
    this.#cookies.setSession(sessionCookieName(this.#services.site.urlOf(this.#request)), value, life);
    this.#cookies.setVisitor(true, lifetimeOf(session));
    this.#cookies.setSignedIn(session.user !== null, life);
  }
}

/** Returns the cookie's name, derived from the site's address as the protocol's clients do. */
export function sessionCookieName(siteUrl: string): string {
  return `wp_woocommerce_session_${hash("md5", siteUrl)}`;
}

/**
 * Returns a new session's secrets: the token for the browser, its hash for the database, the customer key that scripts
 * may read.
 */
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
