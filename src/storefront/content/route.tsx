import type { FastifyInstance } from "fastify";
import { PageNotFound } from "#http/page-not-found.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { Translate } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { patterns, routes } from "#routes";
import { plainText } from "#shop/catalogue/plain-text.ts";
import type { Article } from "#shop/content/article.ts";
import { findArticle, listPosts } from "#shop/content/articles.ts";
import { mediaSrc } from "#ui/media-src.ts";
import { embedForms } from "../contact/fragments/embed-forms.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPublicPage, type Database, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { breadcrumbData } from "../rendering/structured-data.ts";
import { commentParameters, loadComments } from "../reviews/fragments/load-comments.ts";
import { ArticlePage, mostNamed } from "./article-page.tsx";
import { BlogPage } from "./blog-page.tsx";
import { loadRelated } from "./fragments/load-related.ts";
import { relatedLook } from "./fragments/related-look.ts";
import { StaticPage } from "./static-page.tsx";
import type { Contents } from "./table-of-contents.tsx";

const postsPerPage = 9;
/** Reading speed in words per minute. */
const wordsPerMinute = 220;

/** Registers GET /{slug}/ for articles and static pages and GET /blog/ for the list of articles. */
export function articleRoutes(app: FastifyInstance, services: PageServices): void {
  const { db } = services;
  app.get(routes.blog(), ({ visit }) =>
    answerPublicPage(services, visit, { parameters: [], load: (page) => loadBlog(db, page, 1) }),
  );
  app.get<{ Params: { page: string } }>(patterns.blogPage, ({ params, visit }) =>
    answerPublicPage(services, visit, {
      parameters: [],
      load: (page) => loadBlog(db, page, Number(params.page)),
    }),
  );
  const answerArticle = (visit: Visit, slug: string, commentPage: number) =>
    answerPublicPage(services, visit, {
      parameters: [...commentParameters],
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
  const { db } = services;
  const article = await findArticle(db, slug, page.now, page.isStaff);
  if (!article) throw new PageNotFound();
  const comments = await loadComments(services, visit, article, commentPage, page);
  if (!comments) throw new PageNotFound();
  const { body: withIds, contents } = withHeadingIds(article.body);
  const place = { postId: article.id, action: routes.article(article.slug) };
  const body = await embedForms(services, withIds, place, page);
  const view = {
    title: article.title,
    description: article.excerpt,
    canonicalPath: routes.article(article.slug),
    flags: { isArticle: true, hasContactForm: body.hasForms },
    isCacheable: body.isCacheable,
    openGraph: {
      type: "article" as const,
      image: article.picture,
      properties: {
        "article:published_time": article.publishedAt.toISOString(),
        "article:modified_time": article.updatedAt.toISOString(),
      },
    },
    tags: [`article:${article.id}` as const, ...body.tags],
  };
  const t = translator(page.facts.settings.language);
  if (article.type === "page") {
    const crumbs = [{ label: t("content.home"), href: routes.home() }, { label: article.title }];
    return {
      ...view,
      bodyClass: `page page-id-${article.id}`,
      structuredData: [breadcrumbData(crumbs, page.siteUrl)],
      content: <StaticPage page={article} body={body} crumbs={crumbs} contents={contents} comments={comments} />,
    };
  }
  const related = await loadRelated(services, { id: article.id }, page.facts, page.now);
  const named = await services.cards.list(related.candidates.namedIds.slice(0, mostNamed), page.facts, page.now);
  const crumbs = [...journalCrumbs(t), { label: article.title }];
  return {
    ...view,
    bodyClass: `single single-post postid-${article.id}`,
    structuredData: [articleData(article, page.siteUrl), breadcrumbData(crumbs, page.siteUrl)],
    content: (
      <ArticlePage
        article={article}
        body={body}
        crumbs={crumbs}
        contents={contents}
        minutes={Math.max(1, Math.round(wordsIn(withIds) / wordsPerMinute))}
        named={named.cards}
        related={
          page.facts.settings.related_posts === "yes"
            ? { originId: article.id, items: related.items, look: relatedLook(page.facts.settings) }
            : null
        }
        comments={comments}
      />
    ),
    tags: [
      ...view.tags,
      "articles",
      ...[...related.candidates.namedIds, ...related.productIds].map((id) => `product:${id}` as const),
    ],
    until: named.until !== null && named.until < related.until ? named.until : related.until,
  };
}

/** Returns the breadcrumb from the home page to the journal. */
function journalCrumbs(t: Translate) {
  return [
    { label: t("content.home"), href: routes.home() },
    { label: t("content.journal"), href: routes.blog() },
  ];
}

async function loadBlog(db: Database, { facts, now, siteUrl }: PageRequest, number: number): Promise<PageView> {
  if (!Number.isSafeInteger(number) || number < 1 || number > 100_000) throw new PageNotFound();
  const { posts, total } = await listPosts(db, now, number, postsPerPage);
  if (number > 1 && posts.length === 0) throw new PageNotFound();
  const t = translator(facts.settings.language);
  const crumbs = [...journalCrumbs(t).slice(0, -1), { label: t("content.journal") }];
  return {
    title: number > 1 ? t("content.journalPage", { page: number }) : t("content.journal"),
    description: facts.settings.shop_tagline,
    canonicalPath: routes.blog(number),
    bodyClass: "blog",
    flags: { isArticle: true },
    openGraph: { type: "website", image: null },
    structuredData: [breadcrumbData(crumbs, siteUrl)],
    content: (
      <BlogPage
        articles={posts}
        crumbs={crumbs}
        current={number}
        total={Math.max(1, Math.ceil(total / postsPerPage))}
      />
    ),
    tags: ["articles"],
  };
}

/** Adds ids, made from their text, to h2 elements without one. Returns the HTML and a list of the headings. */
function withHeadingIds(html: string): { body: string; contents: Contents } {
  const contents: { id: string; label: string }[] = [];
  const used = new Set<string>();
  const body = html.replace(/<h2([^>]*)>(.*?)<\/h2>/gs, (_, attributes: string, inner: string) => {
    const label = plainText(inner);
    const given = /\bid="([^"]+)"/.exec(attributes)?.[1];
    const id = given ?? freeId(label, used);
    used.add(id);
    contents.push({ id, label });
    return given ? `<h2${attributes}>${inner}</h2>` : `<h2${attributes} id="${id}">${inner}</h2>`;
  });
  return { body, contents };
}

function freeId(label: string, used: ReadonlySet<string>): string {
  const base =
    label
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "part";
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!used.has(id)) return id;
  }
}

function wordsIn(html: string): number {
  return plainText(html).split(" ").filter(Boolean).length;
}

function articleData(article: Article, siteUrl: string): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.title,
    datePublished: article.publishedAt.toISOString(),
    dateModified: article.updatedAt.toISOString(),
    ...(article.author && { author: { "@type": "Organization", name: article.author.name } }),
    ...(article.picture && { image: siteUrl + mediaSrc(article.picture) }),
    url: siteUrl + routes.article(article.slug),
  };
}
