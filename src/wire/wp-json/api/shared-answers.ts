import { Cache } from "#http/cache.ts";
import { type Api, type ApiRequest, type ApiResponse, allowedMethods, dispatch } from "./dispatch.ts";
import type { ApiServices } from "./endpoint.ts";
import { endpointOf } from "./route-table.ts";
import { sitePlaceholder } from "./shape-answer.ts";

/** Total size (bytes) of the answers that are kept. */
const maxSize = 16 * 1024 * 1024;

/** The longest address whose answer is kept. */
const maxKey = 500;

/** An answer for any of the shop's host names. */
interface KeptAnswer extends Omit<ApiResponse, "body"> {
  /** The body, cut wherever the address of the site belongs. */
  pieces: readonly Buffer[];
}

/** What the object of a piece costs in addition to its bytes. */
const pieceBytes = 150;

/** Answers that all callers get, kept until an article, a topic or a synonym changes. */
export type SharedAnswers = Cache<string, KeptAnswer>;

export function openSharedAnswers({ freshness }: ApiServices): SharedAnswers {
  const sizeOf = ({ pieces }: KeptAnswer, key: string) =>
    pieces.reduce((sum, piece) => sum + pieceBytes + piece.length, key.length);
  return new Cache<string, KeptAnswer>(freshness, { maxSize, sizeOf, tagsOf: () => ["articles", "synonyms"] });
}

/** Answers a request, from memory where all callers get the same. @param url path and query */
export async function dispatchShared(
  api: Api,
  answers: SharedAnswers,
  request: ApiRequest,
  url: string,
): Promise<ApiResponse> {
  const { caller, siteUrl } = request;
  if (url.length > maxKey || !isShared(api, request)) return dispatch(api, request);
  const guests = { ...request, caller: { ...caller, user: null, passwordUuid: null }, siteUrl: sitePlaceholder };
  const read = async () => inPieces(await dispatch(api, guests));
  const { status, headers, pieces } = await answers.load(url, read, (answer) => answer.status === 200);
  // Guests may be refused what staff see, such as a shop that is not open yet.
  if (status !== 200 && caller.user) return dispatch(api, request);
  const site = Buffer.from(siteUrl);
  return {
    status,
    headers: {
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replaceAll(sitePlaceholder, siteUrl)]),
      ),
      ...allowedMethods(api, request),
    },
    body: Buffer.concat(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [site, piece]))),
  };
}

/** Answers with embedded items are not kept: people and pictures change independently of articles. */
function isShared({ table }: Api, { method, path, query, body, caller }: ApiRequest): boolean {
  // A GET that came as a POST has parameters that its address does not show.
  const found = method === "GET" && Object.keys(body).length === 0 ? table.find(path) : undefined;
  const personal = found && endpointOf(found.path, method)?.personalParameters;
  if (!personal) return false;
  const names = Object.keys(query).map((name) => name.replace(/\[.*/s, ""));
  return !names.includes("_embed") && (caller.user === null || !names.some((name) => personal.includes(name)));
}

function inPieces({ body, status, headers }: ApiResponse): KeptAnswer {
  const pieces = JSON.stringify(body).split(sitePlaceholder);
  return { status, headers, pieces: pieces.map((piece) => Buffer.from(piece)) };
}
