import type { FastifyReply, FastifyRequest } from "fastify";
import {
  cookiesBypassCache,
  isCounted,
  isPublicCall,
  methodBypassesCache,
  queryBypassesCache,
} from "./cache-bypass.ts";
import { declaredParameters, type PageParameters, pageAddress } from "./cache-key.ts";
import { bytesOf, type HeaderLines, type RenderedPage } from "./cached-page.ts";
import { chooseEncoding, compress } from "./compression.ts";
import type { PageCache } from "./page-cache.ts";
import { aliasOf, isFirstVisit, pageRequestOf } from "./page-cache-hook.ts";

export interface PublicPage {
  /** The site's origin in absolute links ("https://shop.example"); each site has its own pages. */
  siteUrl: string;
  /** The query parameters that change this page; the render gets no others. */
  parameters: PageParameters;
  /** False: do not cache. */
  isCacheable: boolean;
  /** Renders for everybody: must not read cookies, headers or the session. */
  render(query: URLSearchParams): Promise<RenderedPage>;
  /** Renders the page for browsers without the style sheets, if it differs; cached under its own key. */
  renderFirst?: (query: URLSearchParams) => Promise<RenderedPage>;
  /** Renders for this visitor, including notices and name. Default: as for everybody. */
  renderPersonal?(query: URLSearchParams): Promise<RenderedPage>;
}

/** Returns whether a request bypasses the cache. */
function bypassesCache(request: FastifyRequest): boolean {
  const { method, headers, url = "" } = request.raw;
  if (isPublicCall(request.raw)) return false;
  return methodBypassesCache(method) || cookiesBypassCache(headers.cookie) || queryBypassesCache(url);
}

/** Answers a public page: from the cache, by a render that is cached, or by a render for this visitor alone. */
export async function sendPublicPage(
  cache: PageCache,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PublicPage,
): Promise<FastifyReply> {
  const address = pageAddress(page.siteUrl, request.raw.url ?? "/", page.parameters);
  if (address === undefined || bypassesCache(request)) {
    const query = address?.query ?? declaredParameters(queryOf(request.raw.url), page.parameters);
    const rendered = page.renderPersonal ? page.renderPersonal(query) : page.render(query);
    return sendPersonalPage(request, reply, await rendered);
  }
  const form = pageRequestOf(request.raw);
  const renderFirst = isFirstVisit(request.raw, cache) ? page.renderFirst : undefined;
  const key = renderFirst ? `${address.key} first` : address.key;
  const { page: cached, outcome } = await cache.getOrRender(key, form.encoding, async () => {
    const rendered = await (renderFirst ? renderFirst(address.query) : page.render(address.query));
    return page.isCacheable ? rendered : { ...rendered, isCacheable: false };
  });
  if (!isCounted(request.raw.url ?? "")) cache.addAlias(cached, aliasOf(request.raw, cache));
  reply.hijack();
  // Node ends a response only when its connection has sent the ones before it, for which the client may let it wait.
  request.endTurn?.();
  cache.send(reply.raw, cached, form, outcome);
  return reply;
}

/** Answers a personal page, which is never cached; all hooks of the app apply. */
export async function sendPersonalPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Pick<RenderedPage, "body" | "contentType" | "headers" | "landingCookies">,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.raw.headers["accept-encoding"]);
  setHeaderLines(reply, page.headers);
  const cookies = page.landingCookies?.(request.raw) ?? [];
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply
    .headers({ vary: "Accept-Encoding", "cache-control": "private, no-store", "x-cache": "pass" })
    .type(page.contentType ?? "text/html; charset=utf-8")
    .send(await compress(bytesOf(page.body), encoding, 4));
}

/** Sets header lines (name, value, name, value) on a reply, replacing existing ones. */
function setHeaderLines(reply: FastifyReply, lines: HeaderLines): void {
  for (let at = 0; at + 1 < lines.length; at += 2) reply.header(lines[at] ?? "", lines[at + 1]);
}

function queryOf(url = ""): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}
