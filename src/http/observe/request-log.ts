import type { FastifyReply, FastifyRequest } from "fastify";

/** The part of a log that is needed here; pino fits. */
export interface RequestLogger {
  info(facts: object, message: string): void;
}

/** What is known of a request when it is over. Nothing personal: no query string, no address, no cookie. */
export interface RequestFacts {
  requestId: string;
  method: string;
  /** The route's pattern ("/product/:slug/"), or what the entrance named it (`Visit.callName`). */
  call: string;
  status: number;
  durationMs: number;
}

/**
 * An `onRequest` hook, to be placed after `openVisits`: tells every observer of each request once it is over. Pages
 * from memory are not told one by one; the cache counts them.
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
        // 499, as proxies log it: the caller left before the answer was complete.
        status: raw.writableFinished ? raw.statusCode : 499,
        durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
      };
      for (const observe of observers) observe(facts);
    });
    done();
  };
}

/** An observer that writes one structured line per request. */
export function logRequests(log: RequestLogger): (facts: RequestFacts) => void {
  return (facts) => log.info(facts, "request");
}
