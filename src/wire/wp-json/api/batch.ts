// POST /wp-json/batch/v1: several changes in one request.
import { parse } from "node:querystring";
import { Type } from "typebox";
import { ApiError, errorBody, noRoute } from "./api-error.ts";
import { type Api, type ApiRequest, type ApiResponse, dispatch } from "./dispatch.ts";
import { type ApiPath, endpoint } from "./endpoint.ts";
import { checkParameters, nestedFields } from "./parameters.ts";
import { endpointOf } from "./route-table.ts";

const fields = Type.Record(Type.String(), Type.Unknown());
const batched = Type.Object({
  method: Type.Optional(Type.Enum(["POST", "PUT", "PATCH", "DELETE"], { type: "string" })),
  path: Type.String({ maxLength: 2000 }),
  body: Type.Optional(fields),
  headers: Type.Optional(fields),
});
const parameters = Type.Object({
  validation: Type.Enum(["normal", "require-all-validate"], { type: "string", default: "normal" }),
  requests: Type.Array(batched, { minItems: 1, maxItems: 25 }),
});

/** Returns the path that answers batches. @param api the API that it is a part of */
export function batchPath(api: () => Api): ApiPath {
  return {
    path: "/batch/v1",
    endpoints: [
      endpoint({
        methods: ["POST"],
        parameters,
        rule: { who: "anyone" },
        async answer(call) {
          const { caller, settings, siteUrl, headers, failureOf } = call;
          const shared = { headers, caller, settings, siteUrl, connection: null, failureOf };
          const requests = call.given.requests.map(({ path, method = "POST", body = {} }): ApiRequest => {
            // Paths outside this site match no route.
            const url = URL.canParse(path, anyOrigin) ? new URL(path, anyOrigin) : undefined;
            const { pathname, search } = url?.origin === anyOrigin ? url : { pathname: "", search: "" };
            return { ...shared, method, path: pathname, query: { ...parse(search.slice(1)) }, body };
          });
          const faults = requests.map((request) => findFault(api(), request));
          const stops = call.given.validation === "require-all-validate" && faults.some((fault) => fault);
          if (stops) return { kind: "body", status: 207, body: { failed: "validation", responses: faults.map(shown) } };
          const responses: ReturnType<typeof shown>[] = [];
          // In their order: one may need what an earlier one made.
          for (const [at, request] of requests.entries())
            responses.push(shown(faults[at] ?? (await dispatch(api(), request).catch(failureOf))));
          return { kind: "body", status: 207, body: { responses } };
        },
      }),
    ],
  };
}

/** Any origin, so that paths can be read as addresses. */
const anyOrigin = "https://site.invalid";

/** Returns what is wrong with a request before it is made. */
function findFault({ table }: Api, { path, method, query, body }: ApiRequest): ApiResponse | undefined {
  try {
    const found = table.find(path);
    const asked = found && endpointOf(found.path, method);
    if (!found || !asked) throw noRoute;
    if (!asked.inBatch)
      throw new ApiError(400, "rest_batch_not_allowed", "The requested route does not support batch requests.");
    checkParameters(asked.parameters, { ...nestedFields(query), ...nestedFields(body), ...found.values });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, headers: {}, body: errorBody(error) };
  }
}

function shown(response: (Pick<ApiResponse, "status" | "body"> & Partial<ApiResponse>) | undefined) {
  if (!response) return null;
  const { status, headers = {}, body } = response;
  return { status, headers, body };
}
