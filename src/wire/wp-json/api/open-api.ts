import type { TObject, TSchema } from "typebox";
import { routes } from "#routes";
import type { ApiPath, Endpoint, Method } from "./endpoint.ts";
import { requiredOf } from "./parameters.ts";

/** Returns the OpenAPI 3.1 document of all paths, as JSON. */
export function openApiDocument(paths: readonly ApiPath[]): string {
  const schemas = new Map(paths.flatMap(({ schema }) => (schema ? [[nameOf(schema), schema] as const] : [])));
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Site API", version: "2" },
    servers: [{ url: routes.restRoot().slice(0, -1) }],
    paths: Object.fromEntries(paths.map((path) => [path.path, operationsOf(path)])),
    components: {
      schemas: {
        ...Object.fromEntries([...schemas].map(([name, schema]) => [name, standard(schema)])),
        error: {
          type: "object",
          required: ["code", "message", "data"],
          properties: {
            code: { type: "string" },
            message: { type: "string" },
            data: { type: "object", required: ["status"], properties: { status: { type: "integer" } } },
          },
        },
      },
      securitySchemes: {
        nonce: { type: "apiKey", in: "header", name: "X-WP-Nonce", description: "With the cookie of a session." },
        applicationPassword: { type: "http", scheme: "basic", description: "Email address and application password." },
      },
    },
  });
}

const nameOf = (schema: TObject) => (schema as { title?: string }).title ?? "item";

/** Returns a schema without the protocol's own keywords. */
function standard(schema: TSchema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (name === "context" && Array.isArray(value) ? undefined : value)),
  );
}

function operationsOf({ path, schema, endpoints }: ApiPath) {
  return Object.fromEntries(
    endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method) => [method.toLowerCase(), operation(path, schema, endpoint, method)]),
    ),
  );
}

function operation(path: string, schema: TObject | undefined, { parameters, rule }: Endpoint, method: Method) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const required = requiredOf(parameters);
  const all = Object.entries(parameters.properties);
  const hasBody = method !== "GET" && method !== "DELETE";
  const inBody = hasBody ? all.filter(([name]) => !inPath.includes(name)) : [];
  const others = hasBody ? all.filter(([name]) => inPath.includes(name)) : all;
  return {
    operationId:
      `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`.replace(
        /\W/g,
        "",
      ),
    ...(rule.who !== "anyone" && { description: `Needs: ${rule.who}.` }),
    security: rule.who === "anyone" ? [{}] : [{ nonce: [] }, { applicationPassword: [] }],
    parameters: others.map(([name, one]) => ({
      name,
      in: inPath.includes(name) ? "path" : "query",
      required: inPath.includes(name) || required.includes(name),
      schema: standard(one),
    })),
    ...(inBody.length > 0 && {
      requestBody: {
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: required.filter((name) => !inPath.includes(name)),
              properties: Object.fromEntries(inBody.map(([name, one]) => [name, standard(one)])),
            },
          },
        },
      },
    }),
    responses: {
      default: {
        description: "Refused",
        content: { "application/json": { schema: { $ref: "#/components/schemas/error" } } },
      },
      "200": {
        description: "Answered",
        content: {
          "application/json": { schema: schema ? { $ref: `#/components/schemas/${nameOf(schema)}` } : {} },
        },
      },
    },
  };
}
