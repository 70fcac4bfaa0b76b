import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOutage } from "#db/outage.ts";
import { Episodes } from "#platform/episodes.ts";
import { withoutValues } from "#platform/loggable-error.ts";
import { Refusal } from "#shop/refusal.ts";
import { PageNotFound } from "./page-not-found.ts";

/** The part of a logger that is needed here; pino fits. */
export interface ErrorLog {
  error(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

interface FailurePage {
  /** As text or in UTF-8. */
  body: string | Buffer;
  /** Includes the page's content security policy. */
  headers: Record<string, string>;
}

export interface ErrorPages {
  log: ErrorLog;
  /**
   * Renders the page for a status (400, 404, 413, 500 ...), with the request id but no error details. May throw: then
   * plain text is sent.
   */
  renderPage(status: number, request: FastifyRequest): Promise<FailurePage> | FailurePage;
  /** Returns where a missing page has moved to; undefined if nobody knows. May throw: then the answer is 404. */
  findMoved(request: FastifyRequest): Promise<string | undefined>;
  /** Whether the caller is an API client that expects JSON. */
  wantsJson(request: FastifyRequest): boolean;
}

/** What an API client gets for an unexpected error or an outage. */
export interface JsonFailure {
  status: number;
  body: { code: string; message: string; data: { status: number; request_id: string } };
}

declare module "fastify" {
  interface FastifyRequest {
    /** Logs an error as `handleErrors` does, for an answer if only a part of it has failed. @returns that part's answer */
    failureOf: (error: unknown) => JsonFailure;
  }
}

/** Error codes in JSON bodies by status; others are `internal_error` or `bad_request`. */
const codes: Readonly<Record<number, string>> = {
  404: "rest_no_route",
  413: "request_too_large",
  415: "unsupported_media_type",
  503: "unavailable",
};

/** Retry-After (seconds) during an outage of the database or the disk. */
const retryAfterSeconds = 10;

/** After how long (ms) without a failed request an outage is logged as over. */
const outageQuietMs = 10_000;

/**
 * Handles errors. Unexpected ones are logged once with their request id and answered with a plain error page. Client
 * errors are answered with 4xx and not logged here; 503 is sent during an outage of the database or the disk, which is logged
 * when it begins and, with the number of requests, when it is over. A Refusal that an entrance did not translate becomes 400.
 */
export function handleErrors(app: FastifyInstance, pages: ErrorPages): void {
  const countOutage = logOutages(app, pages.log);
  const logFailure = (error: unknown, request: FastifyRequest) => {
    const status = statusOf(error);
    if (status === 503) countOutage(error);
    else if (status >= 500)
      pages.log.error(
        { ...withoutValues(error), requestId: request.id, route: request.routeOptions.url },
        "A request failed",
      );
    return status;
  };
  app.setErrorHandler<FastifyError>(async (error, request, reply) =>
    answer(pages, logFailure(error, request), request, reply),
  );
  app.decorateRequest("failureOf", function (error) {
    return jsonFailure(logFailure(error, this), this);
  });
  app.setNotFoundHandler((request, reply) => answer(pages, 404, request, reply));
}

/** Returns a function that counts the errors of an outage and logs its beginning and its end. */
function logOutages(app: FastifyInstance, log: ErrorLog): (error: unknown) => void {
  const outages = new Episodes<unknown>({
    quietMs: outageQuietMs,
    begin: (error) =>
      log.error({ error: withoutValues(error) }, "Requests fail because the database or the disk is unavailable"),
    end: ({ count, seconds }) =>
      log.warn({ requests: count, seconds }, "No request fails any more because of the database or the disk"),
  });
  app.addHook("onClose", async () => outages.close());
  return (error) => outages.add(error);
}

/** Answers URLs that the router itself rejects (a broken escape, an overlong segment): Fastify's `frameworkErrors`. */
export function refuseBadAddress(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  void reply.code(400).headers(headers).type("text/plain; charset=utf-8").send("This URL is malformed.\n");
}

function statusOf(error: unknown): number {
  if (error instanceof PageNotFound) return 404;
  if (error instanceof Refusal) return 400;
  if (isOutage(error)) return 503;
  const { statusCode, validation } = (error ?? {}) as Partial<FastifyError>;
  if (validation) return 400;
  // A status set by something other than the framework (such as another server's response) is not a client error.
  const isFrameworks = String((error as Partial<FastifyError> | null)?.code ?? "").startsWith("FST_ERR_");
  return isFrameworks && statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : 500;
}

async function answer(pages: ErrorPages, status: number, request: FastifyRequest, reply: FastifyReply) {
  reply.code(status).header("cache-control", "no-store");
  if (status === 503) reply.header("retry-after", retryAfterSeconds);
  if (pages.wantsJson(request)) return reply.send(jsonFailure(status, request).body);
  const moved = status === 404 ? await findMovedSafely(pages, request) : undefined;
  if (moved !== undefined) return reply.header("cache-control", "no-cache").redirect(moved, 301);
  const page = await renderSafely(pages, status, request);
  if (page === undefined) return reply.type("text/plain; charset=utf-8").send(`${titleOf(status)}\n${request.id}\n`);
  return reply.headers(page.headers).type("text/html; charset=utf-8").send(page.body);
}

function jsonFailure(status: number, request: FastifyRequest): JsonFailure {
  const code = codes[status] ?? (status >= 500 ? "internal_error" : "bad_request");
  return { status, body: { code, message: titleOf(status), data: { status, request_id: request.id } } };
}

/** Returns where a page that somebody wants to read has moved to. */
async function findMovedSafely(pages: ErrorPages, request: FastifyRequest): Promise<string | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  try {
    return await pages.findMoved(request);
  } catch (error) {
    if (!isOutage(error))
      pages.log.error({ ...withoutValues(error), requestId: request.id }, "A moved address could not be looked up");
    return undefined;
  }
}

/** Renders the page; undefined if that fails too, as it does without a database. */
async function renderSafely(
  pages: ErrorPages,
  status: number,
  request: FastifyRequest,
): Promise<FailurePage | undefined> {
  try {
    return await pages.renderPage(status, request);
  } catch (error) {
    if (!isOutage(error))
      pages.log.error({ ...withoutValues(error), requestId: request.id, status }, "The error page failed");
    return undefined;
  }
}

function titleOf(status: number): string {
  if (status === 404) return "Not found";
  if (status === 503) return "The shop is temporarily unavailable. Nothing is lost. Please try again in a minute.";
  return status >= 500 ? "Something went wrong on our side" : "The request could not be understood";
}
