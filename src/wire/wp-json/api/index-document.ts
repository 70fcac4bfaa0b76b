import { isSecureOrigin } from "#http/guards/allowed-host.ts";
import { routes } from "#routes";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { localTime, timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import type { ApiPath, Endpoint } from "./endpoint.ts";
import { requiredOf } from "./parameters.ts";
import { namespaceOf, printedPath } from "./route-table.ts";
import { addressOf, sitePlaceholder } from "./shape-answer.ts";

/** Describes a path as OPTIONS does: methods, parameters and the item's schema. */
export function describePath({ path, schema, endpoints }: ApiPath) {
  return {
    namespace: namespaceOf(path),
    methods: endpoints.flatMap(({ methods }) => methods),
    endpoints: endpoints.map(describeEndpoint),
    ...(schema && { schema: itemSchema(schema) }),
  };
}

function describeEndpoint({ methods, parameters, inBatch }: Endpoint) {
  const required = requiredOf(parameters);
  const properties: Readonly<Record<string, object>> = parameters.properties;
  const args: Record<string, object> = {};
  for (const [name, schema] of Object.entries(properties))
    args[name] = { ...schema, required: required.includes(name) };
  return { methods, ...(inBatch && { allow_batch: { v1: true } }), args };
}

function itemSchema({ title, properties }: { title?: string; properties: object }) {
  return { $schema: "http://json-schema.org/draft-04/schema#", title, type: "object", properties };
}

/** Returns functions that write the index of the API and of a namespace. The routes in it are written once. */
export function openIndex(paths: readonly ApiPath[], otherNamespaces: readonly string[]) {
  const namespaces = [...new Set([...otherNamespaces, ...paths.map(({ path }) => namespaceOf(path))])].filter(
    (one) => one !== "" && !one.endsWith(".json"),
  );
  const text = (chosen: readonly ApiPath[]) => JSON.stringify(Object.fromEntries(chosen.map(describeRoute)));
  const all = text(paths);
  const ofNamespace = new Map(
    namespaces.map((name) => [name, text(paths.filter(({ path }) => namespaceOf(path) === name))]),
  );
  return {
    namespaces,
    root: (settings: Settings, siteUrl: string, now: Date) =>
      withRoutes(
        { ...siteFacts(settings, siteUrl, now), namespaces, authentication: authentication(siteUrl) },
        all,
        siteUrl,
      ),
    namespace: (name: string, siteUrl: string) =>
      withRoutes(
        { namespace: name, _links: { up: [{ href: addressOf("/", siteUrl) }] } },
        ofNamespace.get(name) ?? "{}",
        siteUrl,
      ),
  };
}

function describeRoute(path: ApiPath) {
  const { schema: _schema, ...described } = describePath(path);
  const self = path.path.includes("{") ? {} : { _links: { self: [{ href: addressOf(path.path, sitePlaceholder) }] } };
  return [printedPath(path.path), { ...described, ...self }] as const;
}

/** Returns JSON of an object with the routes, which are JSON already. */
function withRoutes(facts: object, routeText: string, siteUrl: string): string {
  return `${JSON.stringify(facts).slice(0, -1)},"routes":${routeText.replaceAll(sitePlaceholder, siteUrl)}}`;
}

function siteFacts(settings: Settings, siteUrl: string, now: Date) {
  const { shop_name: name, shop_tagline: description } = settings;
  const { day, time } = localTime(now, timeZoneOf(settings));
  const offsetMs = Date.parse(`${day}T${time}Z`) - Math.floor(now.getTime() / 1000) * 1000;
  return {
    name,
    description,
    url: siteUrl,
    home: siteUrl,
    gmt_offset: offsetMs / 3_600_000,
    timezone_string: timeZoneOf(settings),
    _links: { help: [{ href: addressOf("/openapi.json", siteUrl) }] },
  };
}

/** Where programs send people for an application password, which works only where nobody can read it on the way. */
function authentication(siteUrl: string) {
  if (!isSecureOrigin(siteUrl)) return {};
  return { "application-passwords": { endpoints: { authorization: `${siteUrl}${routes.applicationPasswords()}` } } };
}
