import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { createSession, findSession, renewSession, type Session } from "#shop/accounts/sessions.ts";
import type { Site } from "./allowed-host.ts";
import type { NonceHolder } from "./nonce.ts";
import { cookieOptions, setVisitorCookie } from "./visitor-cookies.ts";

const secondsOfDay = 24 * 60 * 60;
/** How long a session lives after it began or was renewed, and how old it is when it is renewed; in seconds. */
const lifetime = 2 * secondsOfDay;
const renewedAfter = secondsOfDay;

/** Customer id, expiry, expiring (both in seconds since 1970), token. Only the token is believed. */
const cookieShape = /^t_[0-9a-f]{30}\|\d{1,12}\|\d{1,12}\|([A-Za-z0-9_-]{43})$/;

/** Who is asking, as far as his cookie says. One statement at most per request, none without a cookie. */
export interface Visitors {
  /** His session, if he has one; renewed, with its cookie, when it is a day old. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<Session | undefined>;
  /** His session, begun now if he had none: call it only when there is something to keep. Sets his cookies. */
  keep(request: FastifyRequest, reply: FastifyReply): Promise<Session>;
  /** For whom nonces are made and checked. */
  nonceHolder(request: FastifyRequest, reply: FastifyReply): Promise<NonceHolder>;
}

export interface VisitorsOptions {
  db: Database;
  clock: Clock;
  site: Site;
}

/** Needs `@fastify/cookie`. What was found is remembered for the length of the request. */
export function openVisitors({ db, clock, site }: VisitorsOptions): Visitors {
  const found = new WeakMap<FastifyRequest, Promise<Session | undefined>>();

  const load = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = tokenOf(request.cookies[sessionCookieName(site.urlOf(request))]);
    if (token === undefined) return undefined;
    const now = clock.now();
    const session = await findSession(db, hashOf(token), now);
    if (!session || now.getTime() - session.renewedAt.getTime() < renewedAfter * 1000) return session;
    const renewed = await renewSession(db, session, now, secondsAfter(now, lifetime));
    if (renewed) setCookies(request, reply, renewed, token);
    return renewed;
  };

  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = randomBytes(32).toString("base64url");
    const customerKey = `t_${randomBytes(15).toString("hex")}`;
    const now = clock.now();
    const expiresAt = secondsAfter(now, lifetime);
    const session = await createSession(db, { tokenHash: hashOf(token), customerKey, now, expiresAt });
    setCookies(request, reply, session, token);
    return session;
  };

  const setCookies = (request: FastifyRequest, reply: FastifyReply, session: Session, token: string) => {
    const https = site.isHttps(request);
    const expiring = secondsAfter(session.renewedAt, renewedAfter);
    const value = [session.customerKey, toSeconds(session.expiresAt), toSeconds(expiring), token].join("|");
    const name = sessionCookieName(site.urlOf(request));
    reply.setCookie(name, value, { ...cookieOptions(https, false), maxAge: lifetime });
    setVisitorCookie(request, reply, true, https, lifetime);
  };

  const find = (request: FastifyRequest, reply: FastifyReply) => {
    let session = found.get(request);
    if (!session) found.set(request, (session = load(request, reply)));
    return session;
  };

  const keep = async (request: FastifyRequest, reply: FastifyReply) => {
    const known = find(request, reply);
    const session = known.then((session) => session ?? begin(request, reply));
    // Whoever asks while it is being made gets the same one, not a second.
    found.set(request, session);
    return session;
  };

  const nonceHolder = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await find(request, reply);
    return { userId: 0, sessionKey: session?.customerKey ?? "" };
  };

  return { find, keep, nonceHolder };
}

/** The name that the field's clients know, made from the site's address as theirs is. */
export function sessionCookieName(siteUrl: string): string {
  let name = cookieNames.get(siteUrl);
  if (!name) {
    name = `wp_woocommerce_session_${createHash("md5").update(siteUrl).digest("hex")}`;
    // Addresses come from the allowed hosts only, but a loopback port is anybody's choice.
    if (cookieNames.size < 100) cookieNames.set(siteUrl, name);
  }
  return name;
}

const cookieNames = new Map<string, string>();

function tokenOf(cookie: string | undefined): string | undefined {
  return cookie === undefined ? undefined : cookieShape.exec(cookie)?.[1];
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
