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
  /** The body without the address of the site. */
  text: Buffer;
  /** The positions in it where the address belongs, in order. */
  places: Uint32Array;
  /** The whole body for the site that asked last: nearly all callers use one host name. */
  latest?: { siteUrl: string; body: Buffer };
}

/** Answers that all callers get, kept until an article, a topic or a synonym changes. */
export type SharedAnswers = Cache<string, KeptAnswer>;

export function openSharedAnswers({ freshness }: ApiServices): SharedAnswers {
  // The text, and the latest body.
  const sizeOf = ({ text, places }: KeptAnswer, key: string) => key.length + 2 * text.length + 10 * places.byteLength;
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
  const read = async () => withoutSite(await dispatch(api, guests));
  const kept = await answers.load(url, read, (answer) => answer.status === 200);
  const { status, headers } = kept;
  // Guests may be refused what staff see, such as a shop that is not open yet.
  if (status !== 200 && caller.user) return dispatch(api, request);
  return {
    status,
    headers: {
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replaceAll(sitePlaceholder, siteUrl)]),
      ),
      ...allowedMethods(api, request),
    },
    body: bodyFor(kept, siteUrl),
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

function withoutSite({ body, status, headers }: ApiResponse): KeptAnswer {
  const pieces = JSON.stringify(body)
    .split(sitePlaceholder)
    .map((piece) => Buffer.from(piece));
  const places = new Uint32Array(pieces.length - 1);
  for (const index of places.keys()) places[index] = (places[index - 1] ?? 0) + (pieces[index]?.length ?? 0);
  return { status, headers, text: Buffer.concat(pieces), places };
}

function bodyFor(kept: KeptAnswer, siteUrl: string): Buffer {
  if (kept.latest?.siteUrl !== siteUrl) kept.latest = { siteUrl, body: joinedFor(kept, siteUrl) };
  return kept.latest.body;
}

/** Copies the pieces one by one: joining thousands of strings or buffers takes ten times as long. */
function joinedFor({ text, places }: KeptAnswer, siteUrl: string): Buffer {
  const site = Buffer.from(siteUrl);
  const body = Buffer.allocUnsafe(text.length + places.length * site.length);
  let [from, at] = [0, 0];
  for (const place of places) {
    at += text.copy(body, at, from, place);
    at += site.copy(body, at);
    from = place;
  }
  text.copy(body, at, from);
  return body;
}
