import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Admission } from "../guards/admission/admission.ts";
import { hasSeveralHosts } from "../guards/allowed-host.ts";
import { stylesCookie } from "../visit/visit-cookies.ts";
import { cookiesBypassCache, isPublicCall, methodBypassesCache } from "./cache-bypass.ts";
import type { PageRequest } from "./cached-page.ts";
import { chooseEncoding } from "./compression.ts";
import type { PageCache } from "./page-cache.ts";

/** Returns whether the browser may not have the shop's style sheets yet, or has those of an earlier release. */
export function isFirstVisit({ headers: { cookie } }: IncomingMessage, { stylesheet }: PageCache): boolean {
  return !cookie?.includes(`${stylesCookie}=${stylesheet}`);
}

/** Returns the alias of a raw request, for lookups in the hook. No part can contain a space. */
export function aliasOf(raw: IncomingMessage, cache: PageCache): string {
  return `${raw.headers.host} ${raw.url}${isFirstVisit(raw, cache) ? " first" : ""}`;
}

/** Returns the parts of a raw request that determine the form of the response. */
export function pageRequestOf(raw: IncomingMessage): PageRequest {
  return {
    raw,
    ifNoneMatch: raw.headers["if-none-match"],
    encoding: chooseEncoding(raw.headers["accept-encoding"]),
  };
}

/** Returns whether the cache may answer a raw request, by its method and cookies. */
function mayBeCached(raw: IncomingMessage): boolean {
  return isPublicCall(raw) || !(methodBypassesCache(raw.method) || cookiesBypassCache(raw.headers.cookie));
}

/**
 * Answers cached pages before Fastify sees the request, because Fastify's routing and hooks cost as much as the
 * response. All other requests, and all requests while the app closes, go to Fastify. A URL gets an alias only after
 * its route answered it from the cache, so URLs that bypass the cache by host or query never have one. What may go to Fastify
 * is decided by `admission`.
 * @param answered called with every answered request, from the cache or not
 */
export function answerCachedPages(
  app: FastifyInstance,
  cache: PageCache,
  admission: Admission,
  answered: (raw: IncomingMessage, response: ServerResponse) => void = () => {},
): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.server.removeAllListeners("request");
  app.server.on("request", (raw, response) => {
    if (admission.floods(raw, response)) return;
    if (hasSeveralHosts(raw)) {
      response.writeHead(400, { connection: "close", "cache-control": "no-store" }).end();
      return;
    }
    if (!isClosing && mayBeCached(raw) && cache.trySend(response, aliasOf(raw, cache), pageRequestOf(raw))) {
      answered(raw, response);
      return;
    }
    if (!admission.admit(raw, response)) return;
    response.once("finish", () => answered(raw, response));
    app.routing(raw, response);
  });
}
