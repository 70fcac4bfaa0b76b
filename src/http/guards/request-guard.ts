import type { FastifyReply, FastifyRequest } from "fastify";
import type { Site } from "./allowed-host.ts";

/** Methods without side effects; a GET that changes something goes through `guardStateChange`. */
const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Returns an `onRequest` hook that rejects cross-site posts with 403. Clients that send neither Origin nor fetch
 * metadata (programs) are let through. `openPaths` accept cross-site posts, for example a payment provider's return.
 */
export function foreignPostHook(site: Site, openPaths: ReadonlySet<string> = new Set()) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const path = request.url.split("?", 1)[0] ?? "";
    if (reading.has(request.method) || openPaths.has(path) || !isForeign(request, site)) done();
    else refuse(reply, 403, "Cross-site requests are not allowed here.\n");
  };
}

/**
 * An `onRequest` hook for URLs containing NUL (%00), which PostgreSQL cannot store: in the query, such as a pasted search
 * text, it redirects to the URL without it; in the path, where none of ours has it, it answers 400. URLs with a fragment are
 * rejected too, because a request target has none (RFC 9112 3.2) and parsers disagree about it.
 */
export function malformedUrlHook(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (!/%00|#/.test(request.url)) return done();
  // The result must not start like a protocol-relative URL.
  const url = request.url.replaceAll("%00", "").replace(/^[/\\]+/, "/");
  const isPathSound = !/^[^?]*%00/.test(request.url);
  // Removing one escape may create another.
  const isReadable = isPathSound && reading.has(request.method) && !/%00|#/.test(url);
  if (isReadable) void reply.header("cache-control", "no-store").redirect(url, 302);
  else refuse(reply, 400, "This URL is malformed.\n");
}

/**
 * How a request that would change something may go on. "link": a person came by a link on another site; nothing may change,
 * but a page can be shown.
 */
type StateChange = "allowed" | "link" | "foreign" | "prefetch" | "method";

/**
 * Judges a request that changes state: a POST that is not cross-site, or by GET what one of our own pages calls, as the
 * protocol's cart script may. Following a link by GET counts if it is on one of our pages, in a mail program or a bookmark.
 * Images, frames, prefetches and other methods are rejected. Programs, and browsers too old for fetch metadata, are let
 * through unless their Referer names another site.
 */
function judgeStateChange(request: FastifyRequest, site: Site): StateChange {
  if (isPrefetch(request)) return "prefetch";
  if (request.method === "POST") return isForeign(request, site) ? "foreign" : "allowed";
  if (request.method !== "GET") return "method";
  const { "sec-fetch-mode": mode, "sec-fetch-dest": dest, "sec-fetch-site": from, referer } = request.headers;
  // Browsers send all three; programs none, or as Node's fetch the mode alone.
  if (from === undefined && dest === undefined)
    return referer === undefined || isSameOrigin(request, site) ? "allowed" : "link";
  if (from === "same-origin" && (dest ?? "empty") === "empty") return "allowed";
  const isNavigation = (mode ?? "navigate") === "navigate" && (dest ?? "document") === "document";
  if (!isNavigation) return "foreign";
  return from === "same-origin" || from === "none" ? "allowed" : "link";
}

/** Returns whether a link on another site led to this request, which would change something. */
export function isForeignLink(request: FastifyRequest, site: Site): boolean {
  return judgeStateChange(request, site) === "link";
}

/**
 * Rejects the request if it may not change state. @returns whether a response was sent; the caller then stops
 * @param kind a call is made by code and never by following a link
 */
export function guardStateChange(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  kind: "call" | "link or form" = "link or form",
): boolean {
  const verdict = judgeStateChange(request, site);
  const isFollowed = kind === "call" && request.method === "GET" && request.headers["sec-fetch-dest"] === "document";
  if (verdict === "method" || isFollowed) {
    void reply.header("allow", "POST");
    refuse(reply, 405, "Send this by POST.\n");
  } else if (verdict === "prefetch") refuse(reply, 503, "Prefetching is not allowed here.\n");
  else if (verdict !== "allowed") refuse(reply, 403, "Follow the link to do this.\n");
  return isFollowed || verdict !== "allowed";
}

/**
 * Returns whether somebody will see the response, as a page or through a call of ours: not for HEAD, prefetches, or
 * images that turn out to be pages.
 */
export function isViewed(request: FastifyRequest): boolean {
  const { "sec-fetch-dest": dest = "document" } = request.headers;
  return request.method !== "HEAD" && !isPrefetch(request) && (dest === "document" || dest === "empty");
}

/** Returns whether the browser is prefetching, in any of the ways browsers signal it. */
export function isPrefetch(request: Pick<FastifyRequest, "headers">): boolean {
  const { "sec-purpose": purpose, purpose: older, "x-moz": oldest, "x-purpose": other } = request.headers;
  return [purpose, older, oldest, other].some((value) => /prefetch|prerender|preview/i.test(String(value ?? "")));
}

/**
 * Returns whether the browser says that one of our pages sent the request. Browsers without fetch metadata say it for
 * links by the Referer alone; a page of another site can hide its address, but not use ours.
 */
export function isSameOrigin(request: FastifyRequest, site: Site): boolean {
  const { origin, "sec-fetch-site": from, referer } = request.headers;
  const own = site.urlOf(request);
  if (origin !== undefined || from !== undefined) return origin === own || from === "same-origin";
  return referer !== undefined && URL.canParse(referer) && new URL(referer).origin === own;
}

function isForeign(request: FastifyRequest, site: Site): boolean {
  const { origin, "sec-fetch-site": from } = request.headers;
  if (origin !== undefined && origin !== site.urlOf(request)) return true;
  return from === "cross-site";
}

function refuse(reply: FastifyReply, status: number, text: string): void {
  void reply.code(status).header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text);
}
