import type { FastifyReply, FastifyRequest } from "fastify";
import type { Site } from "#http/allowed-host.ts";
import { canonicalPath, type PageParameters } from "#http/cache-key.ts";
import type { RenderedPage } from "#http/cached-page.ts";
import type { KeptReads } from "#http/kept-reads.ts";
import { nonceTickEndsAt } from "#http/nonce.ts";
import type { PageCache } from "#http/page-cache.ts";
import { PageNotFound } from "#http/page-not-found.ts";
import { sendPersonalPage, sendPublicPage } from "#http/page-response.ts";
import type { ProductCards } from "#http/product-cards.ts";
import type { ProductDetails } from "#http/product-details.ts";
import type { StoreFacts, StoreFactsKeeper } from "#http/store-facts.ts";
import type { Clock } from "#platform/clock.ts";
import type { CatalogueIndex } from "#shop/catalogue/index/catalogue-index.ts";
import { comingSoonView, isComingSoon, staysOpen } from "../coming-soon/coming-soon.tsx";
import type { PageNotice } from "../notices/fragments/notices.tsx";
import type { Assets } from "./assets.ts";
import type { PageContext, PageFlags, PageView, Reader } from "./page-view.ts";
import { renderPage } from "./render-page.tsx";

/** The handle that pages pass on to the shop; only the shop asks it anything. */
export type Database = ConstructorParameters<typeof StoreFactsKeeper>[0];

/** What the pages' routes work with. */
export interface PageServices {
  db: Database;
  clock: Clock;
  cache: PageCache;
  facts: StoreFactsKeeper;
  cards: ProductCards;
  details: ProductDetails;
  reads: KeptReads;
  /** The best sold products, which stand where a page has nothing of its own. */
  popularIds: () => Promise<number[]>;
  catalogue: CatalogueIndex;
  assets: Assets;
  site: Site;
  /** The objects that scripts read on a page with these flags; `reader` is null on a page that is the same for everybody. */
  scriptParametersOf: (
    flags: PageFlags,
    facts: StoreFacts,
    siteUrl: string,
    reader: Reader | null,
  ) => Record<string, unknown>;
  /** Who is signed in; null for a guest. */
  readerOf(request: FastifyRequest, reply: FastifyReply): Promise<Reader | null>;
  /** The notices that wait for this visitor; they are shown once. */
  takeNotices(request: FastifyRequest, reply: FastifyReply): Promise<PageNotice[]>;
}

/** What loading any page may depend on. */
export interface LoadedPage {
  facts: StoreFacts;
  now: Date;
  siteUrl: string;
}

/** What loading a page of the shop may depend on. */
export interface PageRequest extends LoadedPage {
  /** The parameters that this page reads, and no others. */
  query: URLSearchParams;
}

export interface PublicPageOptions {
  /** The query parameters that change the page. */
  parameters: PageParameters;
  /** @throws PageNotFound when there is no such page. */
  load: (page: PageRequest) => Promise<PageView>;
}

/** Answers a page that is the same for everybody, from the cache; with a notice waiting it is one visitor's own. */
export async function answerPublicPage(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { parameters, load }: PublicPageOptions,
): Promise<FastifyReply> {
  const siteUrl = services.site.urlOf(request);
  const render = (query: URLSearchParams) => renderLoaded(services, request, { siteUrl, query, load });
  const renderPersonal = (query: URLSearchParams) => renderLoaded(services, request, { siteUrl, query, load, reply });
  const page = { siteUrl, parameters, isKept: services.site.keepsPages(request), render, renderPersonal };
  return notFoundWhenMissing(reply, () => sendPublicPage(services.cache, request, reply, page));
}

/** A page that is not there is answered like an address that is none. */
async function notFoundWhenMissing(reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof PageNotFound)) throw error;
    reply.callNotFound();
    return reply;
  }
}

/** Answers a page that is this visitor's alone, never kept anywhere. */
export async function answerPersonalPage(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  load: (page: PageRequest) => Promise<PageView>,
  status = 200,
): Promise<FastifyReply> {
  const siteUrl = services.site.urlOf(request);
  const query = new URLSearchParams(request.raw.url?.split("?", 2)[1] ?? "");
  const page = await renderLoaded(services, request, { siteUrl, query, load, reply });
  return sendPersonalPage(request, reply, page, status);
}

export interface PageToRender {
  siteUrl: string;
  query: URLSearchParams;
  load: (page: PageRequest) => Promise<PageView>;
  /** Of the one reader of the page; without it, it is for everybody. */
  reply?: FastifyReply;
}

/**
 * Loads a page and renders it: for everybody, or for the one reader of this reply, with the notices that wait for him. While
 * the shop is coming soon, what is closed is loaded for those who work in it alone.
 */
export async function renderLoaded(
  services: PageServices,
  request: FastifyRequest,
  { siteUrl, query, load, reply }: PageToRender,
): Promise<RenderedPage> {
  const facts = await services.facts.get();
  const now = services.clock.now();
  const reader = reply ? await services.readerOf(request, reply) : null;
  const isComing = isComingSoon(facts.settings, request, query);
  const isClosed = isComing && !staysOpen(request) && !reader?.isStaff;
  const view = isClosed ? comingSoonView(facts) : await load({ facts, now, siteUrl, query });
  // Taken last: what fails to load shows none, and what is closed leaves them waiting.
  const notices = reply && !isClosed ? await services.takeNotices(request, reply) : [];
  return renderPage(
    view,
    contextOf(services, request, view, { facts, now, siteUrl, reader: isComing ? reader : withoutBanner(reader) }),
    notices,
  );
}

function withoutBanner(reader: Reader | null): Reader | null {
  return reader && { ...reader, comingSoon: null };
}

function contextOf(
  { assets, clock, site, scriptParametersOf }: PageServices,
  request: FastifyRequest,
  view: PageView,
  { facts, now, siteUrl, reader }: LoadedPage & { reader: Reader | null },
): PageContext {
  return {
    facts,
    reader,
    siteUrl,
    // In one spelling: everybody gets the page that the first one asked for.
    currentPath: canonicalPath((request.raw.url ?? "/").split("?", 1)[0] ?? "/") ?? "/",
    assets,
    clock,
    scriptParameters: scriptParametersOf(view.flags, facts, siteUrl, reader),
    nonceUntil: new Date(nonceTickEndsAt(now)),
    isHttps: site.isHttps(request),
  };
}
