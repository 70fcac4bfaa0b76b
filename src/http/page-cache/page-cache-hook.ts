import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { cookiesSkipCache, methodSkipsCache } from "./cache-bypass.ts";
import { chooseEncoding } from "./compression.ts";
import type { PageCache, PageRequest } from "./page-cache.ts";

/** The alias of a raw request: what the hook looks a page up by. A space stands in neither part. */
export function aliasOf(raw: IncomingMessage): string {
  return `${raw.headers.host} ${raw.url}`;
}

/** What of a raw request decides about the form of a page's answer. */
export function pageRequestOf(raw: IncomingMessage): PageRequest {
  return {
    method: raw.method,
    ifNoneMatch: raw.headers["if-none-match"],
    encoding: chooseEncoding(raw.headers["accept-encoding"]),
  };
}

/**
 * Answers what the page cache holds before Fastify sees the request, whose routing and hooks cost as much as the answer;
 * everything else goes to Fastify, all requests while the app closes included. An address gets an alias only after its route
 * answered it from the cache, so whatever bypasses the cache by host or query never has one.
 */
export function answerCachedPages(app: FastifyInstance, cache: PageCache): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.server.removeAllListeners("request");
  app.server.on("request", (raw, response) => {
    const bypasses = isClosing || methodSkipsCache(raw.method) || cookiesSkipCache(raw.headers.cookie);
    if (bypasses || !cache.trySend(response, aliasOf(raw), pageRequestOf(raw))) app.routing(raw, response);
  });
}
