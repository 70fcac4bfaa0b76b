import type { FastifyInstance } from "fastify";
import { patterns, routes } from "#routes";
import { type ArchiveParameters, archivePatterns } from "#storefront/content/fragments/archive-addresses.ts";
import { archiveFeed, articleCommentFeed, articleFeed, commentFeed, productFeed } from "./feed.ts";
import { llmsText } from "./llms-text.ts";
import { robotsFile } from "./robots.ts";
import { securityText } from "./security-text.ts";
import { answerSiteFile, type SiteFile, type SiteFileRequest, type SiteFileServices } from "./site-file.ts";
import { readProductChunks, sitemapIndex, sitemapPart } from "./sitemap.ts";

/** Registers the files for search engines, feed readers and browsers. */
export function siteFiles(app: FastifyInstance, services: SiteFileServices): void {
  const productChunks = readProductChunks(services.db, services.freshness);
  const file = (path: string, make: (request: SiteFileRequest) => SiteFile | Promise<SiteFile>) =>
    app.get(path, ({ visit }) => answerSiteFile(services, visit, productChunks, make));
  file(routes.robots(), robotsFile);
  file(routes.securityText(), securityText);
  file(routes.llmsText(), llmsText);
  file(routes.sitemap(), sitemapIndex);
  app.get<{ Params: { kind: string; page: string } }>(patterns.sitemapPart, ({ params, visit }) =>
    answerSiteFile(services, visit, productChunks, (request) => sitemapPart(request, params.kind, params.page)),
  );
  file(routes.articleFeed(), articleFeed);
  file(routes.productFeed(), productFeed);
  file(routes.commentFeed(), commentFeed);
  app.get<{ Params: { slug: string } }>(patterns.articleCommentFeed, ({ params, visit }) =>
    answerSiteFile(services, visit, productChunks, (request) => articleCommentFeed(request, params.slug)),
  );
  // What WordPress and its most used plugin call the sitemap; search engines know its parts, too.
  for (const path of ["/wp-sitemap.xml", "/wp-sitemap-:part.xml", "/sitemap_index.xml"])
    app.get(path, (_request, reply) => reply.redirect(routes.sitemap(), 301));
  for (const [pattern, read] of archivePatterns)
    app.get<{ Params: ArchiveParameters }>(routes.archiveFeed(pattern), ({ params, visit }) =>
      answerSiteFile(services, visit, productChunks, (request) => archiveFeed(request, read(params))),
    );
}
