import type { FastifyReply } from "fastify";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { fileSecurityHeaders } from "#http/guards/security-headers.ts";
import type { RenderedPage } from "#http/page-cache/cached-page.ts";
import { sendPublicPage } from "#http/page-cache/page-response.ts";
import type { ShopServices } from "#http/shop-services.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { CountCategory } from "#shop/catalogue/category-tree.ts";
import type { SiteMapChunk } from "#shop/catalogue/site-map.ts";

/** The services that site files use. */
export type SiteFileServices = Pick<ShopServices, "db" | "clock" | "cache" | "freshness" | "facts">;

/** Input for creating a site file. */
export interface SiteFileRequest {
  db: SiteFileServices["db"];
  facts: StoreFacts;
  /** Returns the first product ids of the sitemap's product files. */
  productChunks: () => Promise<SiteMapChunk[]>;
  /** Returns the numbers of products by category. */
  counts: () => Promise<CountCategory>;
  now: Date;
  /** Origin of absolute links, without a trailing slash. */
  siteUrl: string;
}

/** A file that is the same for all visitors. */
export type SiteFile = Pick<RenderedPage, "body" | "tags" | "until"> & { contentType: string };

/** Sends a file from the page cache; a change of any of its tags invalidates it. */
export function answerSiteFile(
  services: SiteFileServices,
  visit: Visit,
  productChunks: SiteFileRequest["productChunks"],
  make: (request: SiteFileRequest) => SiteFile | Promise<SiteFile>,
): Promise<FastifyReply> {
  const { db, clock, cache } = services;
  const { counts } = services.facts;
  const { request, reply, siteUrl, hsts, cachesPages } = visit;
  const headers = fileSecurityHeaders(hsts);
  return sendPublicPage(cache, request, reply, {
    siteUrl,
    parameters: [],
    isCacheable: cachesPages,
    render: async () => ({
      ...(await make({ db, facts: await visit.facts(), now: clock.now(), siteUrl, productChunks, counts })),
      headers,
    }),
  });
}
