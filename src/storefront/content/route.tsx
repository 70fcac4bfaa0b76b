import type { FastifyInstance } from "fastify";
import { PageNotFound } from "#http/page-not-found.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { earliest } from "#platform/clock.ts";
import { patterns, routes } from "#routes";
import { plainText } from "#shop/catalogue/plain-text.ts";
import type { Article } from "#shop/content/article.ts";
import { findArticle, findNeighbours, listPagesAbove } from "#shop/content/articles.ts";
import { withoutBlocks } from "#shop/content/blocks/parse-body.ts";
import { quizParameters } from "#shop/content/blocks/quiz.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPublicPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { breadcrumbData } from "../rendering/structured-data.ts";
import type { CommentsProps } from "../reviews/fragments/comments.tsx";
import { commentParameters, loadComments } from "../reviews/fragments/load-comments.ts";
import { archiveRoutes, loadArchive } from "./archives/route.tsx";
import { articleData, articleVideosData, questionsData } from "./article-data.ts";
import { ArticlePage, mostNamed } from "./article-page.tsx";
import { type EmbeddedBody, embedBlocks } from "./blocks/embed-blocks.tsx";
import { loadRelated } from "./fragments/load-related.ts";
import { relatedLook } from "./fragments/related-look.ts";
import { journalCrumbs } from "./journal-crumbs.ts";
import { StaticPage } from "./static-page.tsx";
import type { Contents } from "./table-of-contents.tsx";

/** Reading speed in words per minute. */
const wordsPerMinute = 220;

/** Registers GET /{slug}/ for articles, static pages and years, and the lists of articles. */
export function articleRoutes(app: FastifyInstance, services: PageServices): void {
  archiveRoutes(app, services);
  const answerArticle = (visit: Visit, slug: string, commentPage: number) =>
    answerPublicPage(services, visit, {
      parameters: [...commentParameters, ...quizParameters],
      load: (page) => loadArticle(services, visit, { slug, commentPage }, page),
    });
  app.get<{ Params: { slug: string } }>(patterns.article, ({ params, visit }) => answerArticle(visit, params.slug, 1));
  app.get<{ Params: { slug: string; page: string } }>(patterns.articleComments, ({ params, visit }) =>
    answerArticle(
      visit,
      params.slug,
      /^[1-9]\d{0,5}$/.test(params.page) ? Number(params.page) : Number.POSITIVE_INFINITY,
    ),
  );
}

interface ArticleAddress {
  slug: string;
  /** From 1. */
  commentPage: number;
}

async function loadArticle(
  services: PageServices,
  visit: Visit,
  { slug, commentPage }: ArticleAddress,
  page: PageRequest,
): Promise<PageView> {
  const article = await findArticle(services.db, slug, page.now, page.isStaff);
  if (!article && commentPage === 1 && /^\d{4}$/.test(slug))
    return loadArchive(services.db, page, { kind: "year", year: Number(slug) }, 1);
  if (!article) throw new PageNotFound();
  const comments = await loadComments(services, visit, article, commentPage, page);
  if (!comments) throw new PageNotFound();
  const { body: html, contents } = withHeadingIds(article.body);
  const place = { postId: article.id, action: routes.article(article.slug) };
  const body = await embedBlocks(services, html, place, page);
  const read = { article, html, body, contents, comments };
  return article.type === "page" ? viewOfPage(services, read, page) : viewOfPost(services, read, page);
}

/** A post or page with what all of them show. */
interface LoadedArticle {
  article: Article;
  /** Its body with heading ids, before its blocks are shown. */
  html: string;
  body: EmbeddedBody;
  contents: Contents;
  comments: CommentsProps;
}

/** Returns what the views of posts and pages have in common. */
function viewOf({ article, body }: LoadedArticle) {
  return {
    title: article.title,
    description: article.summary,
    canonicalPath: routes.article(article.slug),
    flags: {
      isArticle: true,
      hasBlocks: body.hasBlocks,
      hasContactForm: body.hasForms,
      hasNewsletterForm: body.hasNewsletterForm,
    },
    isCacheable: body.isCacheable,
    until: body.until,
    frameOrigins: body.frameOrigins,
    openGraph: {
      type: "article" as const,
      image: article.picture,
      drawn: { kind: "article" as const, id: article.id, title: article.title },
      properties: {
        "article:published_time": article.publishedAt.toISOString(),
        "article:modified_time": article.updatedAt.toISOString(),
      },
    },
    tags: [`article:${article.id}` as const, ...body.tags],
  };
}

async function viewOfPage(services: PageServices, loaded: LoadedArticle, page: PageRequest): Promise<PageView> {
  const { article, html, body, contents, comments } = loaded;
  const view = viewOf(loaded);
  const related = body.wantsRelatedPosts ? await loadRelated(services, { id: article.id }, page.facts, page.now) : null;
  const t = translator(page.facts.settings.language);
  const questions = questionsData(html);
  const above = article.parentId === null ? [] : await listPagesAbove(services.db, article.parentId, page.now);
  const crumbs = [
    { label: t("content.home"), href: routes.home() },
    ...above.map(({ slug, title }) => ({ label: title, href: routes.article(slug) })),
    { label: article.title },
  ];
  return {
    ...view,
    bodyClass: `page page-id-${article.id}`,
    structuredData: [
      breadcrumbData(crumbs, page.siteUrl),
      ...(questions ? [questions] : []),
      ...articleVideosData(article, body.videos, page.facts.settings, page.siteUrl),
    ],
    content: (
      <StaticPage
        page={article}
        body={body}
        crumbs={crumbs}
        contents={contents}
        related={related && { originId: article.id, items: related.items, look: relatedLook(page.facts.settings) }}
        comments={comments}
      />
    ),
    tags: [
      ...view.tags,
      // A page above it may be unpublished as yet.
      ...(article.parentId !== null || related ? (["articles"] as const) : []),
      ...(related?.productIds ?? []).map((id) => `product:${id}` as const),
    ],
    until: earliest(view.until, related?.until ?? null),
  };
}

async function viewOfPost(services: PageServices, loaded: LoadedArticle, page: PageRequest): Promise<PageView> {
  const { article, html, body, contents, comments } = loaded;
  const { facts, now, siteUrl } = page;
  const view = viewOf(loaded);
  const related = await loadRelated(services, { id: article.id }, facts, now);
  const isInBody = (id: number) => body.tags.includes(`product:${id}`);
  const namedIds = related.candidates.namedIds.filter((id) => !isInBody(id)).slice(0, mostNamed);
  const named = await services.cards.list(namedIds, facts, now);
  const neighbours = await findNeighbours(services.db, article, now);
  const crumbs = [...journalCrumbs(translator(facts.settings.language)), { label: article.title }];
  const words = wordsIn(withoutBlocks(html));
  return {
    ...view,
    bodyClass: `single single-post postid-${article.id}`,
    structuredData: [
      articleData(article, facts.settings, siteUrl, words),
      breadcrumbData(crumbs, siteUrl),
      ...articleVideosData(article, body.videos, facts.settings, siteUrl),
    ],
    content: (
      <ArticlePage
        article={article}
        body={body}
        crumbs={crumbs}
        contents={contents}
        minutes={Math.max(1, Math.round(words / wordsPerMinute))}
        neighbours={neighbours}
        named={named.cards}
        related={
          facts.settings.related_posts === "yes" || body.wantsRelatedPosts
            ? { originId: article.id, items: related.items, look: relatedLook(facts.settings) }
            : null
        }
        comments={comments}
      />
    ),
    tags: [
      ...view.tags,
      "articles",
      ...(article.author ? [`author:${article.author.id}` as const] : []),
      ...[...related.candidates.namedIds, ...related.productIds].map((id) => `product:${id}` as const),
    ],
    until: earliest(view.until, named.until, related.until),
  };
}

/** Adds ids, made from their text, to h2 elements without one. Returns the HTML and a list of the headings. */
function withHeadingIds(html: string): { body: string; contents: Contents } {
  const contents: { id: string; label: string }[] = [];
  const used = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));
  const counts = new Map<string, number>();
  const shown = withoutBlocks(html);
  const body = html.replace(/<h2([^>]*)>(.*?)<\/h2>/gs, (heading, attributes: string, inner: string) => {
    // Those of a quiz's results are shown to those who have answered.
    if (!inner.includes("[") && !shown.includes(heading)) return heading;
    const label = plainText(withoutBlocks(inner));
    const given = /\bid="([^"]+)"/.exec(attributes)?.[1];
    const id = given ?? freeId(label, used, counts);
    used.add(id);
    contents.push({ id, label });
    return given ? `<h2${attributes}>${inner}</h2>` : `<h2${attributes} id="${id}">${inner}</h2>`;
  });
  return { body, contents };
}

/** @param counts how many headings have had an id with this beginning, so that the time does not grow with their square */
function freeId(label: string, used: ReadonlySet<string>, counts: Map<string, number>): string {
  const base =
    label
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "part";
  for (let number = (counts.get(base) ?? 0) + 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    counts.set(base, number);
    if (!used.has(id)) return id;
  }
}

function wordsIn(html: string): number {
  return plainText(html).split(" ").filter(Boolean).length;
}
