import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The site's address, as seen by a request. */
export interface Site {
  /** Scheme, host and port without a trailing slash: "https://shop.example". */
  urlOf(request: FastifyRequest): string;
  /** Whether the site uses https, for Secure cookies and HSTS. */
  isHttps(request: FastifyRequest): boolean;
  /** The value of the Strict-Transport-Security header; null: it is not sent. */
  hstsFor(request: FastifyRequest): string | null;
  /** Whether the shop answers under this host name. */
  allows(host: string | undefined): boolean;
  /**
   * Whether pages for the request's host may be cached. Limited to a few hosts, so that invented names cannot fill the
   * cache.
   */
  cachesPages(request: FastifyRequest): boolean;
}

/** Names that resolve only to this machine, with or without a port. */
const loopback = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** The usual loopback names. */
const usualNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns whether what browsers and programs send to this address cannot be read on the way: by https, or on this machine. */
export function isSecureOrigin(siteUrl: string): boolean {
  const { protocol, host } = new URL(siteUrl);
  return protocol === "https:" || loopback.test(host);
}

/** Number of other hosts whose pages are cached without SITE_URL, such as a forwarded port or shop.localhost. */
const maxOtherHosts = 2;

/**
 * Returns the site at SITE_URL; without it, the request's own host, restricted to loopback names so that no foreign
 * name gets into links. Behind a proxy `request.host` is X-Forwarded-Host, which is used only with TRUST_PROXY.
 * @param hsts the value of the Strict-Transport-Security header; null: it is not sent
 * @throws TypeError if `siteUrl` is not a URL.
 */
export function openSite(siteUrl: string | null, hsts: string | null = null): Site {
  if (!siteUrl) {
    const otherHosts = new Set<string>();
    return {
      urlOf: (request) => `${request.protocol}://${request.host.toLowerCase()}`,
      isHttps: (request) => request.protocol === "https",
      hstsFor: (request) => (request.protocol === "https" ? hsts : null),
      allows: (host) => host !== undefined && loopback.test(host),
      cachesPages(request) {
        const host = request.host.toLowerCase();
        if (isOwnAddress(host, request.socket.localPort)) return true;
        if (otherHosts.size < maxOtherHosts) otherHosts.add(host);
        return otherHosts.has(host);
      },
    };
  }
  const { origin, host, hostname, protocol } = new URL(siteUrl);
  const names = new Set([host, `${hostname}:${protocol === "https:" ? 443 : 80}`]);
  return {
    urlOf: () => origin,
    isHttps: () => protocol === "https:",
    hstsFor: () => (protocol === "https:" ? hsts : null),
    allows: (asked) => asked !== undefined && names.has(asked.toLowerCase()),
    cachesPages: () => true,
  };
}

/** Returns whether a host is a usual loopback name with the port on which the request came in. */
function isOwnAddress(host: string, port = 0): boolean {
  const name = host.replace(/:\d+$/, "");
  return usualNames.has(name) && host === (port === 80 ? name : `${name}:${port}`);
}

/**
 * Returns an `onRequest` hook that answers requests for a foreign host name with 421 Misdirected Request. `openPaths`
 * (health, metrics) are served under any name, for load balancers and monitoring.
 */
export function allowedHostHook(site: Site, openPaths: ReadonlySet<string>) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (site.allows(request.host) || openPaths.has(pathOf(request))) done();
    else
      void reply
        .code(421)
        .header("cache-control", "no-store")
        .type("text/plain")
        .send("This shop does not have this host name.\n");
  };
}

/**
 * Returns whether a raw request has several Host headers (RFC 9112 3.2). A proxy may have checked one of them, while the shop
 * would use another.
 */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count > 1;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}
