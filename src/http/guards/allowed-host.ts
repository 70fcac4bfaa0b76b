import type { FastifyReply, FastifyRequest } from "fastify";

/** Where the shop lives, as far as a request shows. */
export interface Site {
  /** Scheme, host and port without a slash at the end: "https://shop.example". */
  urlOf(request: FastifyRequest): string;
  /** Whether cookies are Secure and browsers are told to stay on https. */
  isHttps(request: FastifyRequest): boolean;
  /** Whether the shop answers under this name. */
  allows(host: string | undefined): boolean;
  /** Whether pages for the request's host may stay in memory. Only a few hosts' do, so that made-up names cannot fill it. */
  keepsPages(request: FastifyRequest): boolean;
}

/** Names that only this machine answers to, with or without a port. */
const loopback = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** The loopback names that people and browsers use. */
const usualNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** How many other hosts' pages stay in memory without SITE_URL, for a forwarded port or a name such as shop.localhost. */
const mostOtherHosts = 2;

/**
 * The site of SITE_URL; without one the request's own host, loopback names only, so that no stranger's name enters a link.
 * Behind a proxy `request.host` is X-Forwarded-Host, which counts only with TRUST_PROXY.
 * @throws TypeError when `siteUrl` is no URL.
 */
export function openSite(siteUrl: string | null): Site {
  if (!siteUrl) {
    const otherHosts = new Set<string>();
    return {
      urlOf: (request) => `${request.protocol}://${request.host.toLowerCase()}`,
      isHttps: (request) => request.protocol === "https",
      allows: (host) => host !== undefined && loopback.test(host),
      keepsPages(request) {
        const host = request.host.toLowerCase();
        if (isOwnAddress(host, request.socket.localPort)) return true;
        if (otherHosts.size < mostOtherHosts) otherHosts.add(host);
        return otherHosts.has(host);
      },
    };
  }
  const { origin, host, hostname, protocol } = new URL(siteUrl);
  const names = new Set([host, `${hostname}:${protocol === "https:" ? 443 : 80}`]);
  return {
    urlOf: () => origin,
    isHttps: () => protocol === "https:",
    allows: (asked) => asked !== undefined && names.has(asked.toLowerCase()),
    keepsPages: () => true,
  };
}

/** Whether a host is a usual loopback name with the port that the request came in by. */
function isOwnAddress(host: string, port = 0): boolean {
  const name = host.replace(/:\d+$/, "");
  return usualNames.has(name) && host === (port === 80 ? name : `${name}:${port}`);
}

/**
 * An `onRequest` hook: a request for a name that is not ours is answered 421 Misdirected Request. `openPaths` (health,
 * metrics) are asked by the machines around the shop under whatever name they know it by.
 */
export function allowedHostHook(site: Site, openPaths: ReadonlySet<string>) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (site.allows(request.host) || openPaths.has(pathOf(request))) done();
    else void reply.code(421).header("cache-control", "no-store").type("text/plain").send("Not a name of this shop.\n");
  };
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}
