import type { FastifyReply } from "fastify";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { fileSecurityHeaders } from "#http/guards/security-headers.ts";
import type { RenderedPage } from "#http/page-cache/cached-page.ts";
import { sendPublicPage } from "#http/page-cache/page-response.ts";
import type { ShopServices } from "#http/shop-services.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { SiteMapChunk } from "#shop/catalogue/site-map.ts";

/** What the files for machines are made with. */
export type SiteFileServices = Pick<ShopServices, "db" | "clock" | "cache" | "freshness">;

/** What making one may depend on. */
export interface SiteFileRequest {
  db: SiteFileServices["db"];
  facts: StoreFacts;
  /** Reads where the sitemap's files of products begin. */
  productChunks: () => Promise<SiteMapChunk[]>;
  now: Date;
  /** Origin of absolute links, without a trailing slash. */
  siteUrl: string;
}

/** A file that is the same for everybody. */
export type SiteFile = Pick<RenderedPage, "body" | "tags"> & { contentType: string };

/** Answers with a file from the page cache, which it leaves when something that it was made from changes. */
export function answerSiteFile(
  services: SiteFileServices,
  visit: Visit,
  productChunks: SiteFileRequest["productChunks"],
  make: (given: SiteFileRequest) => SiteFile | Promise<SiteFile>,
): Promise<FastifyReply> {
  const { db, clock, cache } = services;
  const { request, reply, siteUrl, isHttps, keepsPages } = visit;
  const headers = fileSecurityHeaders(isHttps);
  return sendPublicPage(cache, request, reply, {
    siteUrl,
    parameters: [],
    isKept: keepsPages,
    render: async () => ({
      ...(await make({ db, facts: await visit.facts(), now: clock.now(), siteUrl, productChunks })),
      headers,
    }),
  });
}
