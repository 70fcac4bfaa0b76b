import type { FastifyReply } from "fastify";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { nonceTickEndsAt } from "#http/guards/nonce.ts";
import { restNonceAction } from "#http/guards/nonce-actions.ts";
import { canonicalPath, type PageParameters } from "#http/page-cache/cache-key.ts";
import type { RenderedPage } from "#http/page-cache/cached-page.ts";
import { isFirstVisit } from "#http/page-cache/page-cache-hook.ts";
import { sendPersonalPage, sendPublicPage } from "#http/page-cache/page-response.ts";
import { PageNotFound } from "#http/page-not-found.ts";
import type { ShopServices } from "#http/shop-services.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { hasSecret } from "#routes";
import { dayIn, timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { puzzleWidgetOf } from "#shop/spam/puzzle-widget.rules.ts";
import type { PageTracking } from "#shop/tracking/page-tracking.rules.ts";
import { comingSoonView, isComingSoon, staysOpen } from "../coming-soon/coming-soon.tsx";
import { type EmbeddedForms, type EmbeddingPage, embedForm } from "../contact/fragments/embed-forms.ts";
import { takePageNotices } from "../notices/fragments/page-notices.tsx";
import type { Assets } from "./assets.ts";
import {
  hasContactForm,
  hasFooter,
  type PageContext,
  type PageFlags,
  type PageView,
  type Reader,
} from "./page-view.ts";
import { findReader } from "./readers.ts";
import { renderPage } from "./render-page.tsx";
import { withoutThirdParties } from "./without-third-parties.ts";

/** The database handle that pages pass on to the shop without using it themselves. */
export type Database = ShopServices["db"];

/** Services of the page routes, in addition to the visit. */
export interface PageServices extends ShopServices {
  assets: Assets;
  /** Returns the global objects for scripts on a page; `reader` is null on public pages. */
  scriptParametersOf: (
    page: ScriptedPage,
    facts: StoreFacts,
    siteUrl: string,
    reader: Reader | null,
  ) => Record<string, unknown>;
}

/** Facts about a page for browser code. */
export interface ScriptedPage extends PageFlags {
  /** Whether the page has the round back-to-top button. */
  hasScrollTop: boolean;
  title: string;
  /** What the page tells networks. */
  tracking?: PageTracking;
}

/** Input for loading any page. */
export interface LoadedPage {
  facts: StoreFacts;
  now: Date;
  siteUrl: string;
}

/** Input for loading a page of the shop. */
export interface PageRequest extends LoadedPage {
  /** Only the parameters that this page reads. */
  query: URLSearchParams;
  /** Whether a member of staff reads it; never on pages that are cached. */
  isStaff: boolean;
  formCircumstances: EmbeddingPage["formCircumstances"];
}

export interface PublicPageOptions {
  /** The query parameters that change the page. */
  parameters: PageParameters;
  /** @throws PageNotFound when there is no such page. */
  load: (page: PageRequest) => Promise<PageView>;
}

/** Answers a public page from the cache; renders it for this visitor alone if a notice is waiting. */
export async function answerPublicPage(
  services: PageServices,
  visit: Visit,
  { parameters, load }: PublicPageOptions,
): Promise<FastifyReply> {
  const { request, reply, siteUrl } = visit;
  const render = (query: URLSearchParams) => renderLoaded(services, visit, { query, load });
  const renderFirst = (query: URLSearchParams) => renderLoaded(services, visit, { query, load, isFirst: true });
  const renderPersonal = (query: URLSearchParams) =>
    renderLoaded(services, visit, {
      query,
      load,
      isPersonal: true,
      isFirst: isFirstVisit(request.raw, services.cache),
    });
  const page = { siteUrl, parameters, isCacheable: visit.cachesPages, render, renderFirst, renderPersonal };
  return notFoundWhenMissing(reply, () => sendPublicPage(services.cache, request, reply, page));
}

/** Answers a PageNotFound error with the not-found page. */
async function notFoundWhenMissing(reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof PageNotFound)) throw error;
    reply.callNotFound();
    return reply;
  }
}

/** Answers a page for this visitor alone, which is never cached. */
export async function answerPersonalPage(
  services: PageServices,
  visit: Visit,
  load: (page: PageRequest) => Promise<PageView>,
): Promise<FastifyReply> {
  const { request, reply } = visit;
  const query = new URLSearchParams(request.raw.url?.split("?", 2)[1] ?? "");
  const isFirst = isFirstVisit(request.raw, services.cache);
  return sendPersonalPage(
    request,
    reply,
    await renderLoaded(services, visit, { query, load, isPersonal: true, isFirst }),
  );
}

interface PageToRender {
  query: URLSearchParams;
  load: (page: PageRequest) => Promise<PageView>;
  /** Rendered for this visitor alone. */
  isPersonal?: boolean;
  /** Rendered for browsers without the shop's style sheets. */
  isFirst?: boolean;
}

/**
 * Loads and renders a page; a personal one includes the visitor's name and waiting notices. While the shop is coming
 * soon, closed pages are loaded for staff only.
 */
export async function renderLoaded(
  services: PageServices,
  visit: Visit,
  { query, load, isPersonal = false, isFirst = false }: PageToRender,
): Promise<RenderedPage> {
  const { siteUrl } = visit;
  const { url: pattern } = visit.request.routeOptions;
  const storeFacts = await services.facts.get();
  const now = services.clock.now();
  const reader = isPersonal ? await findReader(services, visit) : null;
  const isComing = isComingSoon(storeFacts.settings, pattern, query);
  const isClosed = isComing && !staysOpen(pattern) && !reader?.isStaff;
  const formCircumstances = {
    t: translator(storeFacts.settings.language),
    today: dayIn(now, timeZoneOf(storeFacts.settings)),
    user: reader?.user ?? null,
    puzzle: puzzleWidgetOf(storeFacts.settings),
    restNonce: reader ? await visit.nonce(restNonceAction) : undefined,
    query: new URLSearchParams(visit.request.raw.url?.split("?", 2)[1] ?? ""),
  };
  const isStaff = reader?.isStaff ?? false;
  const view = isClosed
    ? comingSoonView(storeFacts)
    : await load({ facts: storeFacts, now, siteUrl, query, isStaff, formCircumstances });
  const facts = hasSecret(visit.request.url) ? withoutThirdParties(storeFacts, siteUrl) : storeFacts;
  // Taken last, so that notices stay waiting if loading fails or the page is closed.
  const { footerForm } = facts;
  const footer = footerForm && (await embedForm(services, footerForm, { siteUrl, formCircumstances }));
  const notices = isPersonal && !isClosed ? await takePageNotices(visit) : [];
  return renderPage(
    view,
    contextOf(services, visit, view, {
      facts,
      now,
      siteUrl,
      isFirst,
      footer,
      reader: isComing ? reader : withoutBanner(reader),
    }),
    notices,
  );
}

function withoutBanner(reader: Reader | null): Reader | null {
  return reader && { ...reader, comingSoon: null };
}

function contextOf(
  { assets, clock, catalogue, scriptParametersOf }: PageServices,
  { request, hsts }: Visit,
  view: PageView,
  {
    facts,
    now,
    siteUrl,
    isFirst,
    reader,
    footer,
  }: LoadedPage & { reader: Reader | null; isFirst: boolean; footer: EmbeddedForms | undefined },
): PageContext {
  const hasSharedCache = facts.settings.shared_cache_purge_url !== "";
  return {
    facts,
    reader,
    siteUrl,
    hasSecret: hasSecret(request.url),
    // Normalised, because the cached page is served for every spelling of the address.
    currentPath: canonicalPath((request.raw.url ?? "/").split("?", 1)[0] ?? "/") ?? "/",
    assets,
    clock,
    footerForm: footer,
    scriptParameters: scriptParametersOf(scriptedPage(view, facts), facts, siteUrl, reader),
    nonceUntil: new Date(nonceTickEndsAt(now)),
    hsts,
    // Once the catalogue index has caught up, this server drops pages with its counts and bestsellers. Shared caches do not.
    isShared: hasSharedCache && !(catalogue.isCatchingUp && view.tags.includes("products")),
    // A shared cache stores one copy per address.
    containsStyles: isFirst && !hasSharedCache,
  };
}

function scriptedPage(view: PageView, facts: StoreFacts): ScriptedPage {
  return {
    ...view.flags,
    title: view.title,
    hasContactForm: hasContactForm(view, facts),
    hasScrollTop: hasFooter(view),
    ...(view.tracking && { tracking: view.tracking }),
  };
}
