import { Cache } from "#http/cache.ts";
import { type Api, type ApiRequest, type ApiResponse, dispatch } from "./dispatch.ts";
import type { ApiServices } from "./endpoint.ts";
import { endpointOf } from "./route-table.ts";

/** Total size (bytes) of the answers that are kept. */
const maxSize = 16 * 1024 * 1024;

/** The longest address whose answer is kept. */
const maxKey = 500;

type KeptAnswer = ApiResponse & { body: Buffer };

/** Answers that all guests get, kept until an article, a topic or a synonym changes. */
export type SharedAnswers = Cache<string, KeptAnswer>;

export function openSharedAnswers({ freshness }: ApiServices): SharedAnswers {
  return new Cache(freshness, {
    maxSize,
    sizeOf: ({ body }, key) => key.length + body.length,
    tagsOf: () => ["articles", "synonyms"],
  });
}

/** Answers a request, from memory where all guests get the same. @param url path and query */
export async function dispatchShared(
  api: Api,
  shared: SharedAnswers,
  request: ApiRequest,
  url: string,
): Promise<ApiResponse> {
  const key = `${request.siteUrl} ${url}`;
  if (!isShared(api, request) || key.length > maxKey) return dispatch(api, request);
  const read = async () => inBytes(await dispatch(api, request));
  return shared.load(key, read, ({ status }) => status === 200);
}

/** Answers with embedded items are not kept: people and pictures change independently of articles. */
function isShared({ table }: Api, { method, path, query, body, caller }: ApiRequest): boolean {
  // A GET that came as a POST has parameters that its address does not show.
  const isPlain = method === "GET" && caller.user === null && Object.keys(body).length === 0;
  const found = isPlain ? table.find(path) : undefined;
  const isEmbedding = Object.keys(query).some((name) => name.startsWith("_embed"));
  return found !== undefined && !isEmbedding && endpointOf(found.path, method)?.isShared === true;
}

function inBytes({ body, ...answer }: ApiResponse): KeptAnswer {
  return { ...answer, body: Buffer.from(JSON.stringify(body)) };
}
