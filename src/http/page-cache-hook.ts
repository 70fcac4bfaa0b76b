import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
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
 * An `onRequest` hook, to be the app's very first: answers what is in memory and lets everything else pass. An address
 * gets an alias only after its route answered it from the cache, so whatever skips the cache by host or query never has one.
 */
export function pageCacheHook(cache: PageCache) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { raw } = request;
    if (methodSkipsCache(raw.method) || cookiesSkipCache(raw.headers.cookie)) done();
    else if (cache.trySend(reply.raw, aliasOf(raw), pageRequestOf(raw))) reply.hijack();
    else done();
  };
}
