// Answers GET /sitemap.xml and /sitemap-{kind}-{page}.xml (sitemaps.org 0.9, with Google's image and news extensions).
import { cachedRead } from "#http/cached-reads/cached-read.ts";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { Freshness } from "#http/freshness.ts";
import { PageNotFound } from "#http/page-not-found.ts";
import { routes } from "#routes";
import {
  listProductChunks,
  listProductEntries,
  listTagChunks,
  listTagEntries,
  type SiteMapChunk,
} from "#shop/catalogue/site-map.ts";
import { listArticleChunks, listArticleEntries, listNewsEntries } from "#shop/content/addresses/site-map.ts";
import { listArchiveEntries } from "#shop/content/archives/archives.ts";
import type { Article } from "#shop/content/article.ts";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { archivePath } from "#storefront/content/fragments/archive-addresses.ts";
import { mediaSrc } from "#ui/media-src.ts";
import type { SiteFile, SiteFileRequest } from "./site-file.ts";
import { xmlDocument, xmlElement } from "./xml.ts";

/** Maximum number of entries in a file. The format allows 50,000; smaller files are generated faster. */
const maxEntries = 1000;

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
const imageNamespace = "http://www.google.com/schemas/sitemap-image/1.1";
const newsNamespace = "http://www.google.com/schemas/sitemap-news/0.9";

/** News are at most two days old; news search ignores older ones. */
const newsMs = 48 * 60 * 60 * 1000;

interface Entry {
  path: string;
  changedAt?: Date;
  /** Paths below the media folder. */
  pictures?: readonly string[];
  /** The title and date of news. */
  news?: { title: string; publishedAt: Date };
}

/** A kind of page, split into chunks of one file each. */
interface SiteMapKind {
  tags: SiteFile["tags"];
  chunks(request: SiteFileRequest): Promise<readonly SiteMapChunk[]>;
  entries(request: SiteFileRequest, chunk: SiteMapChunk): Promise<readonly Entry[]>;
}

/** The pages that every shop has, listed first in the first file of pages. */
const fixedPaths = [routes.home(), routes.shop(), routes.blog()];

const kinds: Readonly<Record<string, SiteMapKind>> = {
  products: {
    tags: ["products"],
    chunks: ({ productChunks }) => productChunks(),
    entries: async ({ db }, { firstId }) =>
      (await listProductEntries(db, firstId, maxEntries)).map(({ slug, updatedAt, pictures }) => ({
        path: routes.product(slug),
        changedAt: updatedAt,
        pictures,
      })),
  },
  categories: {
    tags: ["products", "categories"],
    chunks: async (request) =>
      Array.from({ length: Math.ceil((await shownCategories(request)).length / maxEntries) }, (_, index) => ({
        firstId: index * maxEntries,
        changedAt: null,
      })),
    entries: async (request, { firstId }) =>
      (await shownCategories(request))
        .slice(firstId, firstId + maxEntries)
        .map(({ path }) => ({ path: routes.category(path) })),
  },
  tags: {
    tags: ["products"],
    chunks: ({ db }) => listTagChunks(db, maxEntries),
    entries: async ({ db }, { firstId }) =>
      (await listTagEntries(db, firstId, maxEntries)).map(({ slug }) => ({ path: routes.productTag(slug) })),
  },
  articles: articlesOf("post", maxEntries),
  archives: {
    tags: ["articles", "settings"],
    chunks: async (request) => {
      const all = await archiveEntries(request);
      return Array.from({ length: Math.ceil(all.length / maxEntries) }, (_, index) => ({
        firstId: index * maxEntries,
        changedAt: null,
      }));
    },
    entries: async (request, { firstId }) =>
      (await archiveEntries(request)).slice(firstId, firstId + maxEntries).map((entry) => ({
        path: archivePath(entry),
        changedAt: entry.changedAt,
      })),
  },
  pages: pagesKind(),
  // Listed even while it is empty, so that the index does not depend on the time.
  news: {
    tags: ["articles"],
    chunks: async () => [{ firstId: 0, changedAt: null }],
    entries: async ({ db, now }) =>
      (await listNewsEntries(db, new Date(now.getTime() - newsMs), now, maxEntries)).map(({ slug, ...news }) => ({
        path: routes.article(slug),
        news,
      })),
  },
};

/** Kinds that are closed while the store is. */
const storeKinds = new Set(["products", "categories", "tags"]);

/** Returns the kinds of pages that are open. @throws PageNotFound while the whole site is closed */
function openKinds({ settings }: StoreFacts): [name: string, kind: SiteMapKind][] {
  const closed = closedPartOf(settings);
  if (closed === "site") throw new PageNotFound();
  return Object.entries(kinds).filter(([name]) => closed === "nothing" || !storeKinds.has(name));
}

/** Returns the index of the sitemap's files. @throws PageNotFound while the whole site is closed */
export async function sitemapIndex(request: SiteFileRequest): Promise<SiteFile> {
  const { siteUrl } = request;
  const parts = await Promise.all(
    openKinds(request.facts).map(async ([name, kind]) =>
      (await kind.chunks(request)).map(
        ({ changedAt }, index) =>
          `<sitemap>${xmlElement("loc", siteUrl + routes.sitemapPart(name, index + 1))}${lastmod(changedAt)}</sitemap>`,
      ),
    ),
  );
  return xmlFile(
    xmlDocument("sitemapindex", { xmlns: namespace }, parts.flat()),
    Object.values(kinds).flatMap(({ tags }) => tags),
  );
}

/** Returns one sitemap file; pages count from 1. @throws PageNotFound if the kind or page does not exist or is closed */
export async function sitemapPart(request: SiteFileRequest, kindName: string, page: string): Promise<SiteFile> {
  const [, kind] = openKinds(request.facts).find(([name]) => name === kindName) ?? [];
  const chunk = kind && /^[1-9]\d{0,5}$/.test(page) ? (await kind.chunks(request))[Number(page) - 1] : undefined;
  if (!kind || !chunk) throw new PageNotFound();
  const entries = await kind.entries(request, chunk);
  const attributes = { xmlns: namespace, "xmlns:image": imageNamespace, "xmlns:news": newsNamespace };
  const urls = entries.map((entry) => urlElement(entry, request));
  const newsEnds = entries.flatMap(({ news }) => (news ? [news.publishedAt.getTime() + newsMs] : []));
  return {
    ...xmlFile(xmlDocument("urlset", attributes, urls), kind.tags),
    ...(newsEnds.length > 0 && { until: Math.min(...newsEnds) }),
  };
}

function urlElement({ path, changedAt, pictures = [], news }: Entry, request: SiteFileRequest): string {
  const { siteUrl } = request;
  const images = pictures.map(
    (file) => `<image:image>${xmlElement("image:loc", siteUrl + mediaSrc({ file }))}</image:image>`,
  );
  return `<url>${xmlElement("loc", siteUrl + path)}${lastmod(changedAt)}${images.join("")}${newsElement(news, request)}</url>`;
}

function newsElement(news: Entry["news"], { facts }: SiteFileRequest): string {
  if (!news) return "";
  const { shop_name: shopName, language } = facts.settings;
  const publication = xmlElement("news:name", shopName) + xmlElement("news:language", language);
  const at = xmlElement("news:publication_date", news.publishedAt.toISOString());
  const title = xmlElement("news:title", news.title);
  return `<news:news><news:publication>${publication}</news:publication>${at}${title}</news:news>`;
}

function lastmod(at: Date | null | undefined): string {
  return xmlElement("lastmod", at?.toISOString());
}

function xmlFile(body: string, tags: SiteFile["tags"]): SiteFile {
  return { body, tags: [...new Set(tags)], contentType: "application/xml; charset=utf-8" };
}

/** Returns a function that reads the chunks of the product files, cached until products change. */
export function readProductChunks(db: SiteFileRequest["db"], freshness: Freshness): () => Promise<SiteMapChunk[]> {
  return cachedRead(freshness, ["products"], () => listProductChunks(db, maxEntries));
}

/** Returns the categories that have products. */
async function shownCategories({ facts, counts }: SiteFileRequest) {
  const countOf = await counts();
  return facts.categories.all.filter((category) => countOf(category) > 0);
}

function archiveEntries({ db, facts, now }: SiteFileRequest) {
  return listArchiveEntries(db, timeZoneOf(facts.settings), now);
}

function articlesOf(type: Article["type"], limit: number): SiteMapKind {
  return {
    tags: ["articles"],
    chunks: ({ db, now }) => listArticleChunks(db, type, now, limit),
    entries: async ({ db, now }, { firstId }) =>
      (await listArticleEntries(db, type, now, firstId, limit)).map(({ slug, publishedAt, updatedAt, picture }) => ({
        path: routes.article(slug),
        // A scheduled article can be published after its last edit.
        changedAt: updatedAt > publishedAt ? updatedAt : publishedAt,
        pictures: picture === null ? [] : [picture],
      })),
  };
}

/** The shop's own pages, after the fixed ones. */
function pagesKind(): SiteMapKind {
  const own = articlesOf("page", maxEntries - fixedPaths.length);
  const first: SiteMapChunk = { firstId: 0, changedAt: null };
  return {
    tags: own.tags,
    async chunks(request) {
      const [start = first, ...others] = await own.chunks(request);
      return [{ ...start, firstId: 0 }, ...others];
    },
    async entries(request, chunk) {
      const isStoreOpen = closedPartOf(request.facts.settings) === "nothing";
      const open = fixedPaths.filter((path) => isStoreOpen || path !== routes.shop());
      const fixed = chunk.firstId === 0 ? open.map((path) => ({ path })) : [];
      return [...fixed, ...(await own.entries(request, chunk))];
    },
  };
}
