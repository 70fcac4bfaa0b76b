// Answers GET /feed/, /shop/feed/, the feeds of the journal's archives, {archive}/feed/, and of comments, /comments/feed/ and
// {article}/feed/ (RSS 2.0). Descriptions are HTML and so escaped twice; titles are text. Source: RSS Best Practices Profile.
import { PageNotFound } from "#http/page-not-found.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { listNewestProducts } from "#shop/catalogue/newest-products.ts";
import { plainText } from "#shop/catalogue/plain-text.ts";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";
import { type ArchiveRequest, findArchive } from "#shop/content/archives/find-archive.ts";
import type { ArticleCard } from "#shop/content/article.ts";
import { findArticle } from "#shop/content/articles.ts";
import { listPosts } from "#shop/content/list-posts.ts";
import { listNewestComments, type NewestComment } from "#shop/reviews/newest-comments.ts";
import { closedPartOf } from "#shop/settings/coming-soon.rules.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { archivePath, archiveTitle } from "#storefront/content/fragments/archive-addresses.ts";
import { archiveTags } from "#storefront/content/fragments/archive-tags.ts";
import type { SiteFile, SiteFileRequest } from "./site-file.ts";
import { xmlDocument, xmlElement, xmlText } from "./xml.ts";

const maxItems = 20;

/** For how long (ms) the feed of all comments is cached: comments announce only their articles. */
const commentsMs = 10 * 60 * 1000;

interface Channel {
  title: string;
  /** The feed's path. */
  path: string;
  /** The path of the page with the same content. */
  pagePath: string;
  items: readonly Item[];
  tags: SiteFile["tags"];
  until?: SiteFile["until"];
}

interface Item {
  title: string;
  /** Stays the same when the page's slug changes, so that readers do not show it twice. */
  guid: string;
  /** With a hash for a part of a page. */
  path: string;
  /** Plain text. */
  description: string;
  publishedAt: Date;
  author?: string | undefined;
  category?: string | undefined;
}

/** Returns the feed of the latest articles. @throws PageNotFound while the site is closed */
export async function articleFeed(request: SiteFileRequest): Promise<SiteFile> {
  const { db, facts, now } = request;
  if (closedPartOf(facts.settings) === "site") throw new PageNotFound();
  const { posts } = await listPosts(db, "newest", now, 1, maxItems);
  return feedFile(request, {
    title: translator(facts.settings.language)("shell.feed.articles", { shop: facts.settings.shop_name }),
    path: routes.articleFeed(),
    pagePath: routes.blog(),
    items: posts.map(articleItem),
    tags: ["articles", "settings"],
  });
}

/**
 * Returns the feed of an archive's latest articles. @throws PageNotFound while the site is closed, and if there is no such
 * archive or it has no articles
 */
export async function archiveFeed(request: SiteFileRequest, wanted: ArchiveRequest): Promise<SiteFile> {
  const { db, facts, now } = request;
  const { settings } = facts;
  if (closedPartOf(settings) === "site") throw new PageNotFound();
  const archive = await findArchive(db, wanted, timeZoneOf(settings), now);
  const { posts } = archive ? await listPosts(db, archive, now, 1, maxItems) : { posts: [] };
  if (!archive || posts.length === 0) throw new PageNotFound();
  const t = translator(settings.language);
  const title = archiveTitle(archive, t, settings.language);
  const pagePath = archivePath(archive);
  return feedFile(request, {
    title: t("content.archive.feed", { title, shop: settings.shop_name }),
    path: routes.archiveFeed(pagePath),
    pagePath,
    items: posts.map(articleItem),
    tags: [...archiveTags(archive), "settings"],
  });
}

function articleItem({ id, title, slug, summary, publishedAt, author, category }: ArticleCard): Item {
  return {
    title,
    guid: guidOf(id),
    path: routes.article(slug),
    description: summary,
    publishedAt,
    author: author?.name,
    category: category?.name,
  };
}

/** Returns the feed of the latest products. @throws PageNotFound while the store is closed */
export async function productFeed(request: SiteFileRequest): Promise<SiteFile> {
  const { db, facts } = request;
  if (closedPartOf(facts.settings) !== "nothing") throw new PageNotFound();
  const products = await listNewestProducts(db, maxItems);
  return feedFile(request, {
    title: translator(facts.settings.language)("shell.feed.products", { shop: facts.settings.shop_name }),
    path: routes.productFeed(),
    pagePath: routes.shop(),
    items: products.map(({ id, name, slug, shortDescription, createdAt }) => ({
      title: name,
      guid: guidOf(id),
      path: routes.product(slug),
      description: plainText(shortDescription),
      publishedAt: createdAt,
    })),
    tags: ["products", "settings"],
  });
}

/** Returns the feed of the latest comments. @throws PageNotFound while the site is closed */
export async function commentFeed(request: SiteFileRequest): Promise<SiteFile> {
  const { db, facts, now } = request;
  if (closedPartOf(facts.settings) === "site") throw new PageNotFound();
  return feedFile(request, {
    title: translator(facts.settings.language)("shell.feed.comments", { shop: facts.settings.shop_name }),
    path: routes.commentFeed(),
    pagePath: routes.blog(),
    items: (await listNewestComments(db, null, now, maxItems)).map(commentItem),
    tags: ["articles", "settings"],
    until: now.getTime() + commentsMs,
  });
}

/** Returns the feed of an article's latest comments. @throws PageNotFound while the site is closed, and without the article */
export async function articleCommentFeed(request: SiteFileRequest, slug: string): Promise<SiteFile> {
  const { db, facts, now } = request;
  const isClosed = closedPartOf(facts.settings) === "site";
  const article = isClosed ? undefined : await findArticle(db, slug, now);
  if (!article) throw new PageNotFound();
  const t = translator(facts.settings.language);
  return feedFile(request, {
    title: t("shell.feed.articleComments", { title: article.title }),
    path: routes.articleCommentFeed(slug),
    pagePath: routes.article(slug),
    items: (await listNewestComments(db, article.id, now, maxItems)).map(commentItem),
    tags: [`article:${article.id}`, "settings"],
  });
}

function commentItem({ id, articleId, author, body, createdAt, title, slug }: NewestComment): Item {
  const path = `${routes.article(slug)}#comment-${id}`;
  return { title, guid: `${guidOf(articleId)}#comment-${id}`, path, description: body, publishedAt: createdAt, author };
}

/** Returns WordPress's form of the guid. @param id of an article or product */
function guidOf(id: number): string {
  return `${routes.home()}?p=${id}`;
}

function feedFile(
  { facts, siteUrl }: SiteFileRequest,
  { title, path, pagePath, items, tags, until }: Channel,
): SiteFile {
  const { shop_name: shopName, shop_tagline: tagline, language } = facts.settings;
  const namespaces = { "xmlns:atom": "http://www.w3.org/2005/Atom", "xmlns:dc": "http://purl.org/dc/elements/1.1/" };
  const body = xmlDocument("rss", { version: "2.0", ...namespaces }, [
    "<channel>",
    xmlElement("title", title),
    xmlElement("link", siteUrl + pagePath),
    xmlElement("description", escapeHtml(tagline || shopName)),
    xmlElement("language", language),
    `<atom:link href="${xmlText(siteUrl + path)}" rel="self" type="application/rss+xml"/>`,
    xmlElement("lastBuildDate", items[0]?.publishedAt.toUTCString()),
    ...items.map((item) => itemElement(item, siteUrl)),
    "</channel>",
  ]);
  const contentType = "application/rss+xml; charset=utf-8";
  return { body, tags, contentType, ...(until && { until }) };
}

function itemElement({ title, guid, path, description, publishedAt, author, category }: Item, siteUrl: string): string {
  return [
    "<item>",
    xmlElement("title", title),
    xmlElement("link", siteUrl + path),
    `<guid isPermaLink="false">${xmlText(siteUrl + guid)}</guid>`,
    xmlElement("pubDate", publishedAt.toUTCString()),
    xmlElement("dc:creator", author),
    xmlElement("category", category),
    xmlElement("description", escapeHtml(description)),
    "</item>",
  ].join("");
}
