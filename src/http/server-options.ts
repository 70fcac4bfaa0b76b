import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { FastifyHttpOptions } from "fastify";
import { refuseBadAddress } from "./error-handler.ts";
import { trustsOneHop } from "./guards/trusted-proxies.ts";

export interface ServerOptionsGiven {
  /** Whether the shop is behind proxies, whose headers `openProxies` has checked. */
  isBehindProxy: boolean;
  /** Largest body in bytes. Default 256 KiB; upload routes set their own. */
  bodyLimit?: number;
}

/**
 * Returns Fastify's options. Its logging is off (a logger per request costs more than a cached page); see `logRequests`
 * for ours. Timeouts keep slow clients from holding every connection: those that send no headers, send a body too slowly
 * (`slow-uploads.ts` lets some take longer), or for 30 seconds neither send nor read.
 */
export function serverOptions({
  isBehindProxy,
  bodyLimit = 256 * 1024,
}: ServerOptionsGiven): FastifyHttpOptions<Server> {
  return {
    logger: false,
    trustProxy: isBehindProxy && trustsOneHop,
    bodyLimit,
    genReqId: requestIds(isBehindProxy),
    // Connections may bring requests until they are closed; each answer then ends its connection.
    return503OnClosing: false,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false, caseSensitive: true },
    connectionTimeout: 30_000,
    maxRequestsPerSocket: 10_000,
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 20_000 },
    frameworkErrors: refuseBadAddress,
  };
}

/** Generates request ids: a random prefix per process and a number, or the id given by a trusted proxy. */
export function requestIds(trusted: boolean): (raw: Pick<IncomingMessage, "headers">) => string {
  const prefix = randomBytes(6).toString("hex");
  let count = 0;
  return (raw) => {
    const given = trusted ? raw.headers["x-request-id"] : undefined;
    if (typeof given === "string" && /^[\w.:/+=-]{1,100}$/.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
