import type { FastifyInstance } from "fastify";
import { cachedRead } from "#http/cached-reads/cached-read.ts";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { PageNotFound } from "#http/page-not-found.ts";
import type { Translate } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { patterns, routes } from "#routes";
import type { Archive, ArchiveLists as Lists } from "#shop/content/archives/archive.ts";
import { listArchives } from "#shop/content/archives/archives.ts";
import { type ArchiveRequest, findArchive } from "#shop/content/archives/find-archive.ts";
import { listPosts } from "#shop/content/list-posts.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { formatYear } from "#ui/day.tsx";
import type { PageView } from "../../rendering/page-view.ts";
import { answerPublicPage, type Database, type PageRequest, type PageServices } from "../../rendering/public-page.ts";
import { breadcrumbData } from "../../rendering/structured-data.ts";
import {
  type ArchiveParameters,
  archiveName,
  archivePath,
  archivePatterns,
  archiveTitle,
} from "../fragments/archive-addresses.ts";
import { archiveTags } from "../fragments/archive-tags.ts";
import { journalCrumbs } from "../journal-crumbs.ts";
import { ArchiveLists } from "./archive-lists.tsx";
import { ArchivePage } from "./archive-page.tsx";

const postsPerPage = 9;

/**
 * Registers GET /blog/ and the archives by category, tag, author, year and month, each with its
 * pages. An article may have a year as its slug, so the first page of a year has the route of articles.
 */
export function archiveRoutes(app: FastifyInstance, services: PageServices): void {
  const { db, freshness, facts, clock } = services;
  const readLists = cachedRead(freshness, ["articles", "settings"], async () =>
    listArchives(db, timeZoneOf((await facts.get()).settings), clock.now()),
  );
  const journal = (page: PageRequest, number: number) => loadJournal(db, page, number, readLists);
  app.get(routes.blog(), ({ visit }) =>
    answerPublicPage(services, visit, { parameters: [], load: (page) => journal(page, 1) }),
  );
  app.get<{ Params: { page: string } }>(patterns.blogPage, ({ params, visit }) =>
    answerPublicPage(services, visit, { parameters: [], load: (page) => journal(page, pageNumber(params.page)) }),
  );
  for (const [pattern, read] of archivePatterns)
    for (const path of [...(pattern === patterns.year ? [] : [pattern]), `${pattern}page/:page/`])
      app.get<{ Params: ArchiveParameters & { page?: string } }>(path, ({ params, visit }) =>
        answerPublicPage(services, visit, {
          parameters: [],
          load: (page) => loadArchive(db, page, read(params), pageNumber(params.page ?? "1")),
        }),
      );
}

/** @throws PageNotFound unless it is a positive number of at most six digits */
function pageNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new PageNotFound();
  return Number(text);
}

async function loadJournal(
  db: Database,
  { facts, now, siteUrl }: PageRequest,
  number: number,
  readLists: () => Promise<Lists>,
): Promise<PageView> {
  const { posts, total } = await listPosts(db, "journal", now, number, postsPerPage);
  if (number > 1 && posts.length === 0) throw new PageNotFound();
  const { t, numbered } = textsOf(facts, number);
  const title = t("content.journal");
  const crumbs = [...journalCrumbs(t).slice(0, -1), { label: title }];
  return {
    title: numbered(title),
    description: facts.settings.shop_tagline,
    canonicalPath: routes.blog(number),
    bodyClass: "blog",
    flags: { isArticle: true },
    openGraph: { type: "website", image: null },
    structuredData: [breadcrumbData(crumbs, siteUrl)],
    content: (
      <ArchivePage
        title={numbered(title)}
        archive={null}
        articles={posts}
        crumbs={crumbs}
        current={number}
        total={Math.ceil(total / postsPerPage)}
        href={routes.blog}
      >
        <ArchiveLists lists={await readLists()} />
      </ArchivePage>
    ),
    tags: ["articles"],
  };
}

/** Loads a page of an archive. @throws PageNotFound if there is no such archive, or it has no such page */
export async function loadArchive(
  db: Database,
  { facts, now, siteUrl }: PageRequest,
  request: ArchiveRequest,
  number: number,
): Promise<PageView> {
  const archive = await findArchive(db, request, timeZoneOf(facts.settings), now);
  if (!archive) throw new PageNotFound();
  const { posts, total } = await listPosts(db, archive, now, number, postsPerPage);
  if (posts.length === 0) throw new PageNotFound();
  const { t, lang, numbered } = textsOf(facts, number);
  const title = archiveTitle(archive, t, lang);
  const crumbs = [...journalCrumbs(t), ...parentCrumbs(archive, lang), { label: archiveName(archive, lang) }];
  const feed = {
    title: t("content.archive.feed", { title, shop: facts.settings.shop_name }),
    href: routes.archiveFeed(archivePath(archive)),
  };
  return {
    title: numbered(title),
    description: descriptionOf(archive, t, title, facts.settings.shop_name),
    canonicalPath: archivePath(archive, number),
    bodyClass: `archive ${isDate(archive) ? "date" : archive.kind}`,
    flags: { isArticle: true },
    openGraph: { type: "website", image: archive.kind === "author" ? archive.picture : null },
    structuredData: [breadcrumbData(crumbs, siteUrl)],
    feeds: [feed],
    content: (
      <ArchivePage
        title={numbered(title)}
        archive={archive}
        articles={posts}
        crumbs={crumbs}
        current={number}
        total={Math.ceil(total / postsPerPage)}
        href={(page) => archivePath(archive, page)}
      />
    ),
    tags: [...archiveTags(archive), ...posts.map(({ id }) => `article:${id}` as const)],
  };
}

/** Returns the page's translator and language, and how a title says which page it is. */
function textsOf({ settings }: StoreFacts, number: number) {
  const t = translator(settings.language);
  const numbered = (title: string) => (number > 1 ? t("content.pageTitle", { title, page: number }) : title);
  return { t, lang: settings.language, numbered };
}

function isDate({ kind }: Archive): boolean {
  return kind === "year" || kind === "month";
}

function parentCrumbs(archive: Archive, lang: string) {
  if (archive.kind === "month") return [{ label: formatYear(archive.year, lang), href: routes.year(archive.year) }];
  return "parents" in archive
    ? archive.parents.map(({ slug, name }) => ({ label: name, href: routes.articleCategory(slug) }))
    : [];
}

function descriptionOf(archive: Archive, t: Translate, title: string, shop: string): string {
  const own = "bio" in archive ? archive.bio : "description" in archive ? archive.description : "";
  return own || t("content.archive.description", { title, shop });
}
