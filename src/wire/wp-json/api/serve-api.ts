import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { patterns, routes } from "#routes";
import { Refusal } from "#shop/refusal.ts";
import { restCaller } from "../rest-visitor.ts";
import { itemParameters } from "../wp-v2/schemas/list-parameters.ts";
import { ApiError, errorBody } from "./api-error.ts";
import { batchPath } from "./batch.ts";
import type { Api, ApiRequest, ApiResponse, Fields } from "./dispatch.ts";
import { type ApiPath, type ApiServices, endpoint } from "./endpoint.ts";
import { openIndex } from "./index-document.ts";
import { openApiDocument } from "./open-api.ts";
import { translateRefusal } from "./refusals.ts";
import { RouteTable } from "./route-table.ts";
import { dispatchShared, openSharedAnswers, type SharedAnswers } from "./shared-answers.ts";

/** The longest body, in bytes: an article of a million characters. */
const bodyLimit = 4 * 1024 * 1024;

/** Builds the API of these paths. @param otherNamespaces those with routes of their own */
export function openApi(
  services: ApiServices,
  paths: readonly ApiPath[],
  embed: Api["embed"],
  otherNamespaces: readonly string[],
): Api {
  const all: ApiPath[] = [...documentPaths(() => all, otherNamespaces), batchPath(() => api), ...paths];
  const api: Api = { services, embed, table: new RouteTable(all) };
  return api;
}

/** The paths that describe the API. The documents are written when they are first asked for, and kept. */
function documentPaths(all: () => readonly ApiPath[], otherNamespaces: readonly string[]): ApiPath[] {
  let index: ReturnType<typeof openIndex> | undefined;
  let document: string | undefined;
  const describe = (path: string, write: Parameters<typeof endpoint>[0]["answer"]): ApiPath => ({
    path,
    endpoints: [
      endpoint({ methods: ["GET"], parameters: Type.Object(itemParameters), rule: { who: "anyone" }, answer: write }),
    ],
  });
  const theIndex = () => (index ??= openIndex(all(), otherNamespaces));
  return [
    describe("/", async ({ settings, siteUrl, now }) => ({
      kind: "body",
      body: theIndex().root(settings, siteUrl, now),
    })),
    describe("/wp/v2", async ({ siteUrl }) => ({ kind: "body", body: theIndex().namespace("wp/v2", siteUrl) })),
    describe("/openapi.json", async () => ({ kind: "body", body: (document ??= openApiDocument(all())) })),
  ];
}

/** Answers all requests below /wp-json/ that have no route of their own. */
export function serveApi(app: FastifyInstance, api: Api): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  // Clients send DELETE as a POST with the type of JSON and no body.
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) return done(null, null);
    return parseJson(request, String(body), (error, value) => done(null, error ? unreadable : value));
  });
  // Files are read by their endpoint, once it is known who sends them.
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  const shared = openSharedAnswers(api.services);
  const handler = (request: FastifyRequest, reply: FastifyReply) => answer(api, shared, request, reply);
  for (const url of [routes.restRoot().slice(0, -1), patterns.restRoute]) app.all(url, { bodyLimit }, handler);
}

/** Returns the API's form of a refusal. */
function refused(error: unknown): ApiError {
  if (error instanceof Refusal) return translateRefusal(error);
  throw error;
}

const unreadable = Symbol("unreadable JSON");

async function answer(
  api: Api,
  shared: SharedAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { visit } = request;
  const path = visit.path.slice(routes.restRoot().length - 1) || "/";
  visit.callName = `rest ${api.table.find(path)?.path.path ?? "unknown"}`;
  const caller = await restCaller(api.services, visit).catch(refused);
  if (caller instanceof ApiError) return send(reply, { status: caller.status, headers: {}, body: errorBody(caller) });
  if (caller === undefined) return reply;
  if (request.body === unreadable)
    return send(reply, {
      status: 400,
      headers: {},
      body: errorBody(new ApiError(400, "rest_invalid_json", "Invalid JSON body passed.")),
    });
  const asked: ApiRequest = {
    method: methodOf(request),
    path,
    query: request.query as Fields,
    body: fieldsIn(request.body),
    headers: request.headers,
    caller,
    settings: (await visit.facts()).settings,
    siteUrl: visit.siteUrl,
    connection: { request, setHeader: (name, value) => void reply.header(name, value) },
    failureOf: (error) => request.failureOf(error),
  };
  return send(reply, await dispatchShared(api, shared, asked, request.url));
}

/** A POST can stand for another method, which some networks do not let through. */
function methodOf({ method, headers, query }: FastifyRequest): string {
  if (method !== "POST") return method;
  const asked = headers["x-http-method-override"] ?? (query as Fields)._method;
  const name = typeof asked === "string" ? asked.toUpperCase() : "";
  return ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"].includes(name) ? name : method;
}

function fieldsIn(body: unknown): Fields {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Fields) : {};
}

function send(reply: FastifyReply, { status, headers, body }: ApiResponse): FastifyReply {
  return reply
    .code(status)
    .headers({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "access-control-expose-headers": "X-WP-Total, X-WP-TotalPages, Link",
      ...headers,
    })
    .type("application/json; charset=UTF-8")
    .send(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}
