import type { FastifyInstance, FastifyRequest } from "fastify";
import { renderToStaticMarkup } from "react-dom/server";
import { cachedRead } from "#http/cached-reads/cached-read.ts";
import { type ErrorLog, handleErrors } from "#http/error-handler.ts";
import { closedPartTo } from "#http/guards/closed-part.ts";
import { pageSecurityHeaders } from "#http/guards/security-headers.ts";
import type { HeaderLines } from "#http/page-cache/cached-page.ts";
import { InlineParts } from "#http/page-cache/inline-parts.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { hasSecret, routes } from "#routes";
import { findMovedAddress, hasMovedAddresses } from "#shop/content/addresses/moved-addresses.ts";
import { localeOf } from "../layout/fragments/locale-of.ts";
import type { PageView } from "../rendering/page-view.ts";
import { type LoadedPage, type PageServices, renderLoaded } from "../rendering/public-page.ts";
import { ErrorPage, errorPageStyles } from "./failed-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

/** Registers the not-found handler and the error handler. */
export function failurePages(app: FastifyInstance, services: PageServices, log: ErrorLog): void {
  const { db, freshness } = services;
  // Most shops have none, and then a missing page needs no statement.
  const hasMoved = cachedRead(freshness, ["moved-addresses"], () => hasMovedAddresses(db));
  handleErrors(app, {
    log,
    wantsJson: ({ url, headers }) => url.startsWith(routes.restRoot()) || /\bjson\b/.test(headers.accept ?? ""),
    findMoved: async (request) => ((await hasMoved()) ? findMoved(services, request) : undefined),
    async renderPage(status, { visit }) {
      const isMissing = status === 404;
      const { body, headers } = await (isMissing ? renderNotFound(services, visit) : renderError(visit, status));
      return { body, headers: toRecord(headers) };
    },
  });
}

/** Returns where the redirect of an old address leads, with the request's query. */
async function findMoved({ db, clock }: PageServices, { url, visit }: FastifyRequest): Promise<string | undefined> {
  const [path = "", ...query] = url.split("?");
  if ((await closedPartTo(visit)) === "site") return undefined;
  const target = await findMovedAddress(db, path, clock.now());
  return target && [target, ...query].join("?");
}

function renderNotFound(services: PageServices, visit: Visit) {
  const query = new URLSearchParams();
  return renderLoaded(services, visit, { query, load: (page) => loadNotFound(services, page), isPersonal: true });
}

async function loadNotFound({ popularIds, cards }: PageServices, { facts, now }: LoadedPage): Promise<PageView> {
  const popular = await cards.list(await popularIds(), facts, now);
  return {
    title: translator(facts.settings.language)("errors.notFound.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "error404",
    flags: {},
    content: <NotFoundPage popular={popular.cards} />,
    tags: [],
  };
}

/** Renders the error page with as few dependencies as possible, so that it works without the database. */
async function renderError(visit: Visit, status: number) {
  const known = await visit.facts().catch(() => undefined);
  const parts = new InlineParts();
  parts.style(errorPageStyles);
  const locale = localeOf(known?.settings.language ?? "en", known?.currency ?? { code: "", symbol: "", minorUnit: 0 });
  const page = (
    <ErrorPage
      locale={locale}
      shopName={known?.settings.shop_name ?? ""}
      cause={status === 503 ? "away" : status < 500 ? "request" : "failed"}
      requestId={visit.request.id}
      path={visit.path}
    />
  );
  const loosened = known?.settings ?? {
    extra_script_urls: [],
    extra_script_origins: [],
    csp_additions: [],
    allow_unsafe_eval: "no" as const,
    subscribe_host: "",
  };
  return {
    body: `<!doctype html>${renderToStaticMarkup(page)}`,
    headers: pageSecurityHeaders(parts, loosened, {
      hsts: visit.hsts,
      hasSecret: hasSecret(visit.request.url),
    }),
  };
}

function toRecord(lines: HeaderLines): Record<string, string> {
  const record: Record<string, string> = {};
  for (let at = 0; at + 1 < lines.length; at += 2) record[lines[at] ?? ""] = lines[at + 1] ?? "";
  return record;
}
