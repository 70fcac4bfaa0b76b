import type { FastifyReply, FastifyRequest } from "fastify";
import type { RenderedPage } from "#http/cached-page.ts";
import type { PageCache } from "#http/page-cache.ts";
import { sendPublicPage } from "#http/page-response.ts";
import { fileSecurityHeaders } from "#http/security-headers.ts";
import type { StoreFacts } from "#http/store-facts.ts";
import type { Entrance } from "../wc-ajax/entrance.ts";

/** What the files for machines are made with. */
export type SiteFileServices = Pick<Entrance, "db" | "clock" | "site" | "facts"> & { cache: PageCache };

/** What making one may depend on. */
export interface SiteFileRequest {
  db: SiteFileServices["db"];
  facts: StoreFacts;
  now: Date;
  /** Origin of absolute links, without a trailing slash. */
  siteUrl: string;
}

/** A file that is the same for everybody. */
export type SiteFile = Pick<RenderedPage, "body" | "tags"> & { contentType: string };

/** Answers with a file from the page cache, which it leaves when something that it was made from changes. */
export function answerSiteFile(
  services: SiteFileServices,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (given: SiteFileRequest) => SiteFile | Promise<SiteFile>,
): Promise<FastifyReply> {
  const { db, clock, cache, facts, site } = services;
  const siteUrl = site.urlOf(request);
  const headers = fileSecurityHeaders(site.isHttps(request));
  return sendPublicPage(cache, request, reply, {
    siteUrl,
    parameters: [],
    isKept: site.keepsPages(request),
    render: async () => ({
      ...(await make({ db, facts: await facts.get(), now: clock.now(), siteUrl })),
      headers,
    }),
  });
}
