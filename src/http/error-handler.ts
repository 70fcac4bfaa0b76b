import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway } from "#db/database-away.ts";
import { withoutValues } from "#platform/loggable-error.ts";
import { Refusal } from "#shop/refusal.ts";
import { PageNotFound } from "./page-not-found.ts";

/** The part of a log that is needed here; pino fits. */
export interface ErrorLog {
  error(facts: object, message: string): void;
}

interface FailurePage {
  body: string;
  /** Its content policy among them. */
  headers: Record<string, string>;
}

export interface ErrorPages {
  log: ErrorLog;
  /** The page for a status (400, 404, 413, 500 ...). It may fail: then a line of text is sent. Prints the id, nothing of the error. */
  renderPage(status: number, request: FastifyRequest): Promise<FailurePage> | FailurePage;
  /** Whether the caller is a program that reads JSON. */
  wantsJson(request: FastifyRequest): boolean;
}

/** Codes of the API's error bodies by status; others are `internal_error` or `bad_request`. */
const codes: Readonly<Record<number, string>> = {
  404: "rest_no_route",
  413: "request_too_large",
  415: "unsupported_media_type",
  503: "unavailable",
};

/** When (seconds) to come again while the database does not answer. */
const secondsAway = 10;

/**
 * What is thrown and not an expected "no" is a bug: logged once with its request's id, answered plainly. What is wrong with
 * the request itself is answered 4xx and not logged here; while the database does not answer, what needs it is answered 503. A Refusal that an entrance forgot to translate is answered 400.
 */
export function handleErrors(app: FastifyInstance, pages: ErrorPages): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500)
      pages.log.error(
        { ...withoutValues(error), requestId: request.id, route: request.routeOptions.url },
        "A request failed",
      );
    return answer(pages, status, request, reply);
  });
  app.setNotFoundHandler((request, reply) => answer(pages, 404, request, reply));
}

/** Answers for addresses that the router itself refuses (a broken escape, an endless segment): Fastify's `frameworkErrors`. */
export function refuseBadAddress(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  void reply.code(400).headers(headers).type("text/plain; charset=utf-8").send("This address cannot be read.\n");
}

function statusOf(error: unknown): number {
  if (error instanceof PageNotFound) return 404;
  if (error instanceof Refusal) return 400;
  if (isDatabaseAway(error)) return 503;
  const { statusCode, validation } = (error ?? {}) as Partial<FastifyError>;
  if (validation) return 400;
  // A status that something else than the framework chose (an answer of another server, say) is not the caller's fault.
  const isFrameworks = String((error as Partial<FastifyError> | null)?.code ?? "").startsWith("FST_ERR_");
  return isFrameworks && statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : 500;
}

async function answer(pages: ErrorPages, status: number, request: FastifyRequest, reply: FastifyReply) {
  reply.code(status).header("cache-control", "no-store");
  if (status === 503) reply.header("retry-after", secondsAway);
  if (pages.wantsJson(request)) {
    const code = codes[status] ?? (status >= 500 ? "internal_error" : "bad_request");
    return reply.send({ code, message: titleOf(status), data: { status, request_id: request.id } });
  }
  const page = await renderSafely(pages, status, request);
  if (page === undefined) return reply.type("text/plain; charset=utf-8").send(`${titleOf(status)}\n${request.id}\n`);
  return reply.headers(page.headers).type("text/html; charset=utf-8").send(page.body);
}

/** The page; undefined when it fails too, as it does without a database. */
async function renderSafely(
  pages: ErrorPages,
  status: number,
  request: FastifyRequest,
): Promise<FailurePage | undefined> {
  try {
    return await pages.renderPage(status, request);
  } catch (error) {
    pages.log.error({ ...withoutValues(error), requestId: request.id, status }, "The error page failed");
    return undefined;
  }
}

function titleOf(status: number): string {
  if (status === 404) return "Not found";
  if (status === 503) return "The shop is away for a moment. Nothing is lost: please try again in a minute.";
  return status >= 500 ? "Something went wrong on our side" : "The request could not be understood";
}
