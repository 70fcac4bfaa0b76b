import type { FastifyReply, FastifyRequest } from "fastify";

/** The part of a logger that is needed here; pino fits. */
export interface RequestLogger {
  info(facts: object, message: string): void;
}

/** Facts about a finished request. No personal data: no query string, address or cookie. */
export interface RequestFacts {
  requestId: string;
  method: string;
  /** The route's pattern ("/product/:slug/"), or the name set by the entrance (`Visit.callName`). */
  call: string;
  status: number;
  durationMs: number;
}

/**
 * Returns an `onRequest` hook, to be added after `openVisits`, that reports each finished request to every observer.
 * Pages answered by the page cache are only counted there.
 */
export function observeRequests(observers: readonly ((facts: RequestFacts) => void)[]) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const startedAt = performance.now();
    const { raw } = reply;
    raw.once("close", () => {
      const facts: RequestFacts = {
        requestId: request.id,
        method: request.method,
        call: request.visit.callName ?? request.routeOptions.url ?? "unknown",
        // 499, as proxies log it: the client disconnected before the response was complete.
        status: raw.writableFinished ? raw.statusCode : 499,
        durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
      };
      for (const observe of observers) observe(facts);
    });
    done();
  };
}

/** Returns an observer that writes one structured line per request. */
export function logRequests(log: RequestLogger): (facts: RequestFacts) => void {
  return (facts) => log.info(facts, "request");
}
