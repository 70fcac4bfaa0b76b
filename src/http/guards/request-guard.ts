import type { FastifyReply, FastifyRequest } from "fastify";
import type { Site } from "./allowed-host.ts";

/** Methods that change nothing by themselves; what a GET may change goes through `guardStateChange`. */
const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * An `onRequest` hook: a form or call that a page of another site sends is refused with 403. Programs, which send neither
 * Origin nor fetch metadata, are let through. `openPaths` take foreign posts: a payment provider's return, say.
 */
export function foreignPostHook(site: Site, openPaths: ReadonlySet<string> = new Set()) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const path = request.url.split("?", 1)[0] ?? "";
    if (reading.has(request.method) || openPaths.has(path) || !isForeign(request, site)) done();
    else refuse(reply, 403, "This came from another site.\n");
  };
}

/**
 * An `onRequest` hook: no address and no field of ours holds a NUL, and no database takes one: who reads is led to the
 * address without it. A fragment belongs to no request target (RFC 9112 3.2), and what reads one understands it differently
 * from place to place: refused.
 */
export function guardSpelling(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (!/%00|#/.test(request.url)) return done();
  // What is left may not begin like another host's address.
  const path = request.url.replaceAll("%00", "").replace(/^[/\\]+/, "/");
  // Taking one out may put another together.
  const isReadable = reading.has(request.method) && !/%00|#/.test(path);
  if (isReadable) void reply.header("cache-control", "no-store").redirect(path, 302);
  else refuse(reply, 400, "This address cannot be read.\n");
}

/** What to do with a GET that would change something (`?add-to-cart=` and the like). */
type StateChange = "allowed" | "foreign" | "prefetch";

/**
 * Judges a request that changes something whatever its method. A GET is a person following a link (a top-level
 * navigation, from anywhere: mails and advertisements link so), or a call of our own pages, as the protocol's cart script
 * makes them; never an image, a frame, a call of another site, or a browser reading ahead. Browsers too old for fetch
 * metadata, and programs, are let through.
 */
function judgeStateChange(request: FastifyRequest, site: Site): StateChange {
  if (isPrefetch(request)) return "prefetch";
  if (!reading.has(request.method)) return isForeign(request, site) ? "foreign" : "allowed";
  const { "sec-fetch-mode": mode, "sec-fetch-dest": dest, "sec-fetch-site": from } = request.headers;
  if (mode === undefined && dest === undefined) return "allowed";
  const isNavigation = (mode ?? "navigate") === "navigate" && (dest ?? "document") === "document";
  const isOwnCall = from === "same-origin" && (dest ?? "empty") === "empty";
  return isNavigation || isOwnCall ? "allowed" : "foreign";
}

/** Answers when the change may not happen. @returns whether it answered: then do nothing more. */
export function guardStateChange(request: FastifyRequest, reply: FastifyReply, site: Site): boolean {
  const verdict = judgeStateChange(request, site);
  if (verdict === "prefetch") refuse(reply, 503, "Not for reading ahead.\n");
  if (verdict === "foreign") refuse(reply, 403, "Follow the link to do this.\n");
  return verdict !== "allowed";
}

/**
 * Whether somebody looks at the answer as a page or by a call of ours: not of a HEAD, not of what a browser reads ahead, not
 * of a picture that turns out to be none.
 */
export function isLookedAt(request: FastifyRequest): boolean {
  const { "sec-fetch-dest": dest = "document" } = request.headers;
  return request.method !== "HEAD" && !isPrefetch(request) && (dest === "document" || dest === "empty");
}

/** Whether the browser is only reading ahead, in any of the ways in which browsers say so. */
function isPrefetch(request: FastifyRequest): boolean {
  const { "sec-purpose": purpose, purpose: older, "x-moz": oldest, "x-purpose": other } = request.headers;
  return [purpose, older, oldest, other].some((value) => /prefetch|prerender|preview/i.test(String(value ?? "")));
}

/** Whether the browser says that a page of ours sends it. */
export function isSameOrigin(request: FastifyRequest, site: Site): boolean {
  const { origin, "sec-fetch-site": from } = request.headers;
  return origin === site.urlOf(request) || from === "same-origin";
}

function isForeign(request: FastifyRequest, site: Site): boolean {
  const { origin, "sec-fetch-site": from } = request.headers;
  if (origin !== undefined && origin !== site.urlOf(request)) return true;
  return from === "cross-site";
}

function refuse(reply: FastifyReply, status: number, text: string): void {
  void reply.code(status).header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text);
}
