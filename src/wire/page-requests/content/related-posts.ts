// Answers ?relatedposts=1 on any page with its related posts as JSON (relatedposts_exclude: ids that are left out;
// jetpackrpcustomize: the preview, with the same answer), and counts followed links (relatedposts_hit=1, relatedposts_origin,
// relatedposts_position; scripts may repeat them). Source: wire notes 15.1.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { fileSecurityHeaders } from "#http/guards/security-headers.ts";
import { isCounted } from "#http/page-cache/cache-bypass.ts";
import type { RenderedPage } from "#http/page-cache/cached-page.ts";
import { sendPublicPage } from "#http/page-cache/page-response.ts";
import type { ShopServices } from "#http/shop-services.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";
import { findPublishedId } from "#shop/content/articles.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { type LoadedRelated, loadRelated } from "#storefront/content/fragments/load-related.ts";
import { relatedLook } from "#storefront/content/fragments/related-look.ts";
import type { RelatedItem } from "#storefront/content/fragments/related-posts.tsx";
import { formatDay } from "#ui/day.tsx";
import { mediaSrc } from "#ui/media-src.ts";

type Services = Pick<
  ShopServices,
  "db" | "clock" | "cache" | "facts" | "cards" | "details" | "related" | "relatedClicks"
>;

/** The most ids that are left out. */
const mostExcluded = 50;

/** The size of pictures. Source: wire notes 15.1. */
const pictureSize = { width: 350, height: 200 };

/** Returns a `preHandler` hook for the whole app; other requests pass through. */
export function relatedPostsHook(services: Services) {
  return async ({ raw, query, visit }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!isReading(raw.method) || !Object.hasOwn(query as object, "relatedposts")) return undefined;
    const { siteUrl, hsts, cachesPages } = visit;
    return sendPublicPage(services.cache, visit.request, reply, {
      siteUrl,
      parameters: ["relatedposts", "relatedposts_exclude"],
      isCacheable: cachesPages,
      render: async (query) => ({
        ...(await answer(services, visit, query)),
        contentType: "application/json; charset=UTF-8",
        headers: [...fileSecurityHeaders(hsts), "x-robots-tag", "noindex"],
      }),
    });
  };
}

/** Returns a `preHandler` hook that counts each followed related link of browsers. */
export function relatedClicksHook({ relatedClicks }: Services) {
  return async ({ raw, visit }: FastifyRequest): Promise<void> => {
    const url = raw.url ?? "";
    if (!isCounted(url) || raw.method !== "GET" || !visit.isViewed) return;
    const origin = new URLSearchParams(url.slice(url.indexOf("?") + 1)).get("relatedposts_origin") ?? "";
    const page = pageOf(visit.path);
    if (page && /^[1-9]\d{0,14}$/.test(origin)) relatedClicks.add({ originId: Number(origin), ...page });
  };
}

function isReading(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

/** Returns the product or article whose page has a path. */
function pageOf(path: string): { kind: "article" | "product"; slug: string } | undefined {
  const [, product, , article] =
    /^\/product\/([^/]+)\/(comment-page-\d+\/)?$|^\/([^/]+)\/(?:comment-page-\d+\/)?$/.exec(path) ?? [];
  const slug = decoded(product ?? article ?? "");
  return slug === "" ? undefined : { kind: product === undefined ? "article" : "product", slug };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}

async function answer(
  services: Services,
  visit: Visit,
  query: URLSearchParams,
): Promise<Pick<RenderedPage, "body" | "tags" | "until" | "isCacheable">> {
  const facts = await visit.facts();
  const now = services.clock.now();
  const excluded = excludedIn(query.get("relatedposts_exclude") ?? "");
  const subject =
    (await closedPartTo(visit)) === "nothing" ? await findSubject(services, visit.path, facts, now) : undefined;
  const found = subject && (await loadRelated(services, { ...subject, excluded }, facts, now));
  const { siteUrl } = visit;
  const body = JSON.stringify(answerOf({ originId: subject?.id ?? 0, items: found?.items ?? [], siteUrl }, facts));
  if (!subject || !found) return { body, tags: [], isCacheable: false };
  return {
    body,
    tags: [...tagsOf(subject, found)],
    until: found.until.getTime(),
    // Anybody can make up any number of other addresses.
    isCacheable: query.get("relatedposts") === "1" && isExisting(query.get("relatedposts_exclude"), found),
  };
}

interface Subject {
  id: number;
  /** A product's related products. */
  productIds?: readonly number[];
}

/** Returns the product or article of a path that is shown as related to others. */
async function findSubject(
  { db, details }: Services,
  path: string,
  facts: StoreFacts,
  now: Date,
): Promise<Subject | undefined> {
  const page = pageOf(path);
  if (!page) return undefined;
  if (page.kind === "article") {
    const id = await findPublishedId(db, page.slug, now);
    return id === undefined ? undefined : { id };
  }
  const product = await details.find(page.slug, facts, now);
  if (!product) return undefined;
  const { id } = product.record.self;
  return { id, productIds: await details.listRelatedIds(id, product.record.categoryIds) };
}

function* tagsOf({ id, productIds }: Subject, found: LoadedRelated) {
  yield "articles" as const;
  yield productIds ? (`product:${id}` as const) : (`article:${id}` as const);
  for (const one of found.productIds) yield `product:${one}` as const;
  if (productIds) yield "products" as const;
}

function excludedIn(text: string): number[] {
  const ids = text.slice(0, 1000).split(",").slice(0, mostExcluded);
  return ids.flatMap((id) => (/^[1-9]\d{0,14}$/.test(id.trim()) ? Number(id) : []));
}

/** Whether nothing is left out, or one of the candidates: the page that the visitor comes from. */
function isExisting(excluded: string | null, { candidates: { posts, newest, productIds } }: LoadedRelated): boolean {
  if (excluded === null) return true;
  return [...posts, ...newest].some(({ id }) => String(id) === excluded) || productIds.includes(Number(excluded));
}

interface Answered {
  originId: number;
  items: readonly RelatedItem[];
  siteUrl: string;
}

function answerOf({ originId, items, siteUrl }: Answered, facts: StoreFacts) {
  const { hasThumbnails, hasDate, hasContext, layout } = relatedLook(facts.settings);
  const headline = translator(facts.settings.language)("content.readNext");
  return {
    version: "1",
    show_thumbnails: hasThumbnails,
    show_date: hasDate,
    show_context: hasContext,
    layout,
    headline: `<h3 class="jp-relatedposts-headline"><em>${headline}</em></h3>`,
    items: items.map((item, position) => ({
      ...wireItem(item, siteUrl, facts),
      url: siteUrl + item.href,
      url_meta: { origin: originId, position },
    })),
  };
}

/** Scripts put these texts into HTML. */
function wireItem(item: RelatedItem, siteUrl: string, { settings }: StoreFacts) {
  return {
    id: item.id,
    title: escapeHtml(item.title),
    author: escapeHtml(item.author),
    date: item.date ? formatDay(item.date, settings.language, timeZoneOf(settings)) : "",
    format: item.format ?? false,
    excerpt: escapeHtml(item.excerpt),
    rel: "",
    context: escapeHtml(item.context),
    block_context: {
      text: escapeHtml(item.context),
      link: item.contextHref === null ? "" : siteUrl + item.contextHref,
    },
    img: pictureOf(item),
    classes: [],
  };
}

/** Scripts need an object, also without a picture. */
function pictureOf({ picture, title }: RelatedItem) {
  if (!picture) return { alt_text: "", src: "", width: 0, height: 0 };
  const jpegs = picture.renditions.filter(({ format }) => format === "jpeg").toSorted((a, b) => a.width - b.width);
  const best = jpegs.find(({ width }) => width >= pictureSize.width) ?? picture;
  return {
    alt_text: escapeHtml(picture.alt || title),
    src: mediaSrc(best),
    ...pictureSize,
    ...(jpegs.length > 0 && {
      srcset: jpegs.map((one) => `${mediaSrc(one)} ${one.width}w`).join(", "),
      sizes: `${pictureSize.width}px`,
    }),
  };
}
