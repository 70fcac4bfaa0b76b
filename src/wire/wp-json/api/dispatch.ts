import type { TObject } from "typebox";
import { may } from "#shop/accounts/permissions.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { actFor } from "./act-for.ts";
import { ApiError, errorBody, forbidden, noRoute } from "./api-error.ts";
import { type Capability, can } from "./capabilities.ts";
import type {
  ApiAnswer,
  ApiCall,
  ApiItem,
  ApiPath,
  ApiServices,
  Caller,
  Connection,
  Context,
  Embeddable,
  Endpoint,
  Rule,
} from "./endpoint.ts";
import { describePath } from "./index-document.ts";
import { pagingHeaders } from "./paging.ts";
import { checkParameters, nestedFields } from "./parameters.ts";
import { translateRefusal } from "./refusals.ts";
import { endpointOf, type FoundPath, type RouteTable } from "./route-table.ts";
import {
  cutBody,
  type Embedding,
  embeddablesOf,
  fieldsUnder,
  isWanted,
  readEmbed,
  readFields,
  shapeItem,
  type WantedFields,
} from "./shape-answer.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A request to the API, from a connection or in a batch. */
export interface ApiRequest {
  /** After its override. */
  method: string;
  /** Below the root of the API: "/wp/v2/posts/7". */
  path: string;
  query: Fields;
  body: Fields;
  headers: ApiCall["headers"];
  caller: Caller;
  settings: Settings;
  siteUrl: string;
  failureOf: ApiCall["failureOf"];
  /** Null: the request is in a batch. */
  connection: Connection | null;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  /** A string is JSON already. */
  body: unknown;
}

/** The API: its routes, and how items in items are loaded. */
export interface Api {
  services: ApiServices;
  table: RouteTable;
  embed(call: ApiCall, asked: readonly Embeddable[]): Promise<{ key: string; item: ApiItem; schema: TObject }[]>;
}

/** Answers a request; everything that is refused is an answer too. Only bugs and outages are thrown. */
export async function dispatch(api: Api, request: ApiRequest): Promise<ApiResponse> {
  try {
    return await answerRequest(api, request);
  } catch (error) {
    const refused = error instanceof Refusal ? translateRefusal(error) : error;
    if (!(refused instanceof ApiError)) throw error;
    return { status: refused.status, headers: {}, body: errorBody(refused) };
  }
}

async function answerRequest(api: Api, request: ApiRequest): Promise<ApiResponse> {
  const found = api.table.find(request.path);
  if (!found) throw noRoute;
  const headers = allowedMethods(api, request);
  if (request.method === "OPTIONS") return { status: 200, headers, body: describePath(found.path) };
  const endpoint = endpointOf(found.path, request.method);
  if (!endpoint) throw noRoute;
  const { rule } = endpoint;
  if (isClosedTo(request, found, endpoint))
    throw forbidden(request.caller.user === null, "rest_forbidden", "This site is not open yet.");
  if (!isAllowed(request.caller, rule.who)) throw forbidden(request.caller.user === null, rule.code, rule.message);
  const call = readCall(api, request, found, endpoint);
  const answer = endpoint.readsFile ? await endpoint.answer(call) : await runAs(request, () => endpoint.answer(call));
  const shaped = await shape(api, request, found, call, answer);
  return { ...shaped, headers: { ...headers, ...shaped.headers } };
}

/** Checks the parameters, and who may see the fields of `context=edit`. */
function readCall(
  { services }: Api,
  { method, query, body, caller, settings, siteUrl, headers, connection, failureOf }: ApiRequest,
  { values }: FoundPath,
  { parameters, rule }: Endpoint,
): ApiCall {
  const all = { ...nestedFields(query), ...nestedFields(body), ...values };
  const { given, sent } = checkParameters(parameters, all);
  const context = (given.context ?? "view") as Context;
  const editors = rule.edits ?? (rule.who === "anyone" ? undefined : rule.who);
  if (context === "edit" && (editors === undefined || !isAllowed(caller, editors)))
    throw forbidden(caller.user === null, "rest_forbidden_context");
  const asked = readFields(all._fields);
  const wanted = method === "DELETE" ? (fieldsUnder("previous", asked, ["deleted", "previous"]) ?? []) : asked;
  return {
    services,
    caller,
    given,
    sent,
    context,
    settings,
    timeZone: timeZoneOf(settings),
    siteUrl,
    headers,
    connection,
    now: services.clock.now(),
    failureOf,
    wants: (field) => isWanted(wanted, field),
  };
}

/** While the shop is being prepared, only staff use the API; others see what it can do, and customers their own account. */
function isClosedTo({ caller, settings }: ApiRequest, { path }: FoundPath, { rule }: Endpoint): boolean {
  const staysOpen = path.schema === undefined || rule.isOwnAccount === true;
  return !staysOpen && closedPartOf(settings) === "site" && !may(caller.user?.role ?? null, "see", "office");
}

/** Returns whether a rule lets somebody in. */
function isAllowed({ user }: Pick<Caller, "user">, who: Rule["who"]): boolean {
  if (who === "anyone") return true;
  return who === "signed in" ? user !== null : can(user?.role ?? null, who satisfies Capability);
}

/** Returns the header that says which methods of a path the caller may use. */
export function allowedMethods({ table }: Api, { path, caller }: ApiRequest): { allow: string } {
  const endpoints = table.find(path)?.path.endpoints.filter(({ rule }) => isAllowed(caller, rule.who)) ?? [];
  return { allow: endpoints.flatMap(({ methods }) => methods).join(", ") };
}

/** Runs what changes something on behalf of the user, or of the program that has the application password. */
function runAs<T>({ method, caller }: ApiRequest, work: () => Promise<T>): Promise<T> {
  return method === "GET" || method === "HEAD" ? work() : actFor(caller, work);
}

async function shape(
  api: Api,
  request: ApiRequest,
  { path, values }: FoundPath,
  call: ApiCall,
  answer: ApiAnswer,
): Promise<ApiResponse> {
  const { _fields, _embed } = nestedFields(request.query);
  const wanted = readFields(nestedFields(request.body)._fields ?? _fields);
  if (answer.kind === "body") return { status: answer.status ?? 200, headers: {}, body: cutBody(answer.body, wanted) };
  const relations = readEmbed(_embed);
  const items = itemsOf(answer);
  const embedding = relations === undefined ? undefined : await embed(api, call, items, relations);
  const { context, siteUrl } = call;
  // What was written is answered as it is edited.
  const shownContext = request.method === "GET" || request.method === "HEAD" || !mayEdit(call, path) ? context : "edit";
  const show = (item: ApiItem, fields = wanted) =>
    shapeItem(item, { schema: path.schema, context: shownContext, wanted: fields, siteUrl, embedding });
  switch (answer.kind) {
    case "item":
      return {
        status: answer.status ?? 200,
        headers: answer.location === undefined ? {} : { location: answer.location },
        body: show(answer.item),
      };
    case "deleted":
      return {
        status: 200,
        headers: {},
        body: named({ deleted: () => true, previous: (fields) => show(answer.previous, fields) }, wanted),
      };
    case "named":
      return {
        status: 200,
        headers: {},
        body: named(
          Object.fromEntries(
            Object.entries(answer.items).map(([name, item]) => [name, (fields: WantedFields) => show(item, fields)]),
          ),
          wanted,
        ),
      };
    case "list": {
      const address = { siteUrl, path: fill(path.path, values), query: request.query };
      return { status: 200, headers: pagingHeaders(answer, address), body: answer.items.map((item) => show(item)) };
    }
  }
}

/** Returns the wanted values by name, each with its wanted fields. */
function named(values: Readonly<Record<string, (fields: WantedFields) => unknown>>, wanted: WantedFields) {
  const names = Object.keys(values);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, show]) => {
      const fields = fieldsUnder(name, wanted, names);
      return fields === undefined ? [] : [[name, show(fields)]];
    }),
  );
}

/** Whether the caller may see the fields of `context=edit` of this path's items. */
function mayEdit({ caller }: ApiCall, { endpoints }: ApiPath): boolean {
  const rules = endpoints.flatMap(({ rule }) => rule.edits ?? []);
  return rules.length > 0 && rules.every((who) => isAllowed(caller, who));
}

function itemsOf(answer: Exclude<ApiAnswer, { kind: "body" }>): readonly ApiItem[] {
  if (answer.kind === "item") return [answer.item];
  if (answer.kind === "deleted") return [];
  return answer.kind === "list" ? answer.items : Object.values(answer.items);
}

async function embed(
  api: Api,
  call: ApiCall,
  items: readonly ApiItem[],
  relations: readonly string[] | null,
): Promise<Embedding> {
  const { siteUrl } = call;
  const loaded = await api.embed(call, embeddablesOf(items, relations));
  const shaped = loaded.map(({ key, item, schema }) => {
    const shown = shapeItem(item, { schema, context: "embed", wanted: null, siteUrl });
    return [key, shown] as const;
  });
  return { relations, items: new Map(shaped) };
}

function fill(path: string, values: FoundPath["values"]): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
