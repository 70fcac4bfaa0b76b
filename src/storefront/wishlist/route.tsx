import type { FastifyInstance, FastifyReply } from "fastify";

import { renderToStaticMarkup } from "react-dom/server";
import { pageRequests } from "#http/guards/nonce-actions.ts";

import { isMobile } from "#http/visit/user-agents.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { MessageKey } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { addressPrefix } from "#platform/network-address.ts";
import { patterns, routes } from "#routes";
import { consumeLimits } from "#shop/rate-limits.ts";
import { Refusal } from "#shop/refusal.ts";
import { keepsSeveral, wishlistLimits } from "#shop/wishlist/wishlist.rules.ts";
import { searchWishlists, wishlistRef } from "#shop/wishlist/wishlists.ts";
import { LocaleContext } from "#ui/locale.tsx";
import { localeOf } from "../layout/fragments/locale-of.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { qrSvg } from "../rendering/qr-svg.ts";
import { CreatePage } from "./create-page.tsx";
import { formNames } from "./fragments/form-id.ts";
import { loadWishlist, type WishlistRequest } from "./fragments/load-wishlist.ts";
import { AddDialog } from "./fragments/wishlist-dialogs.tsx";
import { nameOf, type WishlistView } from "./fragments/wishlist-view.ts";
import { ManagePage } from "./manage-page.tsx";
import { MissingWishlistPage } from "./missing-page.tsx";
import { WishlistPage } from "./page.tsx";
import { PrintPage } from "./print-page.tsx";
import { SearchPage, type SearchResult } from "./search-page.tsx";

/** Most lists that a search shows. */
const maxFound = 50;

interface ListParams {
  token?: string;
  id?: string;
  page?: string;
  text?: string;
}

/**
 * Registers the wishlist's pages. All are personal: never cached, never indexed. Posts that no other handler accepts lead back.
 */
export function wishlistRoutes(app: FastifyInstance, services: PageServices): void {
  addDialogRoute(app, services);
  addQrRoute(app);
  const answer = (visit: Visit, load: (page: PageRequest) => Promise<PageView>) =>
    answerPersonalPage(services, visit, load);
  const showList = (visit: Visit, params: ListParams) => {
    const { token, id } = params;
    const which = token ? tokenRef(token) : id ? userRef(id) : undefined;
    const isUnknown = (token !== undefined || id !== undefined) && !which;
    return answer(visit, (page) =>
      isUnknown ? missingView(visit, page) : loadList(services, visit, page, { params, ...(which && { which }) }),
    );
  };
  for (const pattern of [
    routes.wishlist(),
    patterns.wishlistPage,
    patterns.wishlistView,
    patterns.wishlistViewPage,
    patterns.wishlistOfUser,
    patterns.wishlistOfUserPage,
  ]) {
    app.get<{ Params: ListParams }>(pattern, ({ visit, params }) => showList(visit, params));
    app.post<{ Params: ListParams }>(pattern, ({ visit, params }, reply) =>
      hasRefusedForm(visit, ["estimate", "alerts", "title"]) ? showList(visit, params) : leadBack(reply, visit.path),
    );
  }
  for (const [path, form, load] of [
    [routes.manageWishlists(), "manage", loadManage],
    [routes.createWishlist(), "create", loadCreate],
  ] as const) {
    const show = async (visit: Visit) => {
      if (!(await mayKeepSeveral(visit))) return showList(visit, {});
      return answer(visit, (page) => load(visit, page));
    };
    app.get(path, ({ visit }) => show(visit));
    app.post(path, ({ visit }, reply) => (hasRefusedForm(visit, [form]) ? show(visit) : leadBack(reply, path)));
  }
  for (const pattern of [routes.searchWishlists(), patterns.wishlistSearch])
    app.get<{ Params: ListParams }>(pattern, ({ visit, params }) =>
      answer(visit, (page) =>
        loadSearch(services, visit, page, params.text ?? page.query.get("wishlist_search") ?? ""),
      ),
    );
}

/** Registers GET /chowk/wishlist-dialog: the dialog that browser code shows for a heart when there can be several lists. */
function addDialogRoute(app: FastifyInstance, { assets }: PageServices): void {
  app.get(routes.wishlistDialog(), async ({ visit }, reply) => {
    const [own, { settings, currency }] = await Promise.all([visit.wishlists.find(), visit.facts()]);
    const html = renderToStaticMarkup(
      <LocaleContext value={localeOf(settings.language, currency)}>
        <AddDialog lists={own?.lists ?? []} sheet={assets.sheets.wishlist} />
      </LocaleContext>,
    );
    return reply
      .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
      .type("text/html; charset=utf-8")
      .send(html);
  });
}

/** Registers the QR codes of links. The code says no more than its address, so no list is looked up. */
function addQrRoute(app: FastifyInstance): void {
  app.get<{ Params: { token: string } }>(patterns.wishlistQr, async ({ visit, params: { token } }, reply) => {
    if (!tokenRef(token)) return reply.callNotFound();
    return reply
      .headers({ "cache-control": "private, max-age=86400", "x-robots-tag": "noindex" })
      .type("image/svg+xml")
      .send(qrSvg(visit.siteUrl + routes.wishlistView(token)));
  });
}

/** Returns whether this request sent one of the forms, and it is shown again. */
function hasRefusedForm(visit: Visit, names: readonly (keyof typeof formNames)[]): boolean {
  return names.some((name) => visit.findRefusedForm(formNames[name]));
}

function leadBack(reply: FastifyReply, path: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(path, 303);
}

/** Returns the list of a token in an address; numbers open nothing, not even for the owner. */
function tokenRef(token: string): WishlistRequest["which"] {
  const ref = wishlistRef(token);
  return ref && "token" in ref ? ref : undefined;
}

function userRef(id: string): WishlistRequest["which"] {
  return /^[1-9]\d{0,14}$/.test(id) ? { publicDefaultOf: Number(id) } : undefined;
}

async function mayKeepSeveral(visit: Visit): Promise<boolean> {
  const [session, { settings }] = await Promise.all([visit.session.find(), visit.facts()]);
  return keepsSeveral(settings.wishlist_multiple, Boolean(session?.user));
}

async function loadList(
  services: PageServices,
  visit: Visit,
  page: PageRequest,
  { params, which }: { params: ListParams; which?: WishlistRequest["which"] },
): Promise<PageView> {
  const { query, facts } = page;
  const t = translator(facts.settings.language);
  const isPrinted = query.has("print");
  const view = await loadWishlist(services, visit, {
    ...(which && { which }),
    page: pageNumber(params.page ?? query.get("paged")),
    layout: query.get("layout") === "images_grid" ? "images_grid" : "traditional",
    // Other narrow windows get the table, whose rows become blocks.
    isMobile: isMobile(visit.request.headers),
    ...(isPrinted && { isPaginated: false, perPage: wishlistLimits.maxItems, hasInteractions: false }),
  });
  if (!view) return missingView(visit, page);
  const title = view.list ? nameOf(view.list, t) : t("wishlist.title");
  const content = isPrinted ? (
    <PrintPage view={view} />
  ) : (
    <WishlistPage view={view} alerts={await loadAlerts(visit, view)} />
  );
  return { ...frame(title), content };
}

/** Returns the form of mails about price drops and restocks, for the owner. */
async function loadAlerts(visit: Visit, { list, isOwn, isSignedIn }: WishlistView) {
  const own = await visit.wishlists.find();
  if (!own || !list || !isOwn) return null;
  const nonce = await visit.nonce(pageRequests.chowk_wishlist_alerts.action);
  return { state: own.alerts, isGuest: !isSignedIn, nonce, refused: visit.findRefusedForm(formNames.alerts) };
}

/** Returns the page of a list that does not exist or is not shown to the visitor, with status 404. */
async function missingView(visit: Visit, { facts }: PageRequest): Promise<PageView> {
  visit.reply.code(404);
  const content = <MissingWishlistPage refused={visit.findRefusedForm(formNames.estimate)} />;
  return { ...frame(translator(facts.settings.language)("wishlist.title")), content };
}

async function loadManage(visit: Visit, { facts }: PageRequest): Promise<PageView> {
  const own = await visit.wishlists.find();
  const content = (
    <ManagePage
      lists={own?.lists ?? []}
      manageNonce={await visit.nonce("yith_wcwl_manage_action")}
      createNonce={await visit.nonce("yith_wcwl_create_action")}
      deleteNonce={await visit.nonce("yith_wcwl_delete_action")}
      refused={visit.findRefusedForm(formNames.manage)}
    />
  );
  return { ...frame(titleOf(facts.settings.language, "wishlist.manageTitle")), content };
}

async function loadCreate(visit: Visit, { facts }: PageRequest): Promise<PageView> {
  const nonce = await visit.nonce("yith_wcwl_create_action");
  const content = <CreatePage nonce={nonce} refused={visit.findRefusedForm(formNames.create)} />;
  return { ...frame(titleOf(facts.settings.language, "wishlist.create")), content };
}

async function loadSearch(
  services: PageServices,
  visit: Visit,
  { facts, now }: PageRequest,
  typed: string,
): Promise<PageView> {
  const text = typed.trim().slice(0, 100);
  const content = <SearchPage text={text} found={text === "" ? [] : await search(services, visit, text, now)} />;
  return { ...frame(titleOf(facts.settings.language, "wishlist.search")), content };
}

/** Finds public lists, or says how many minutes to wait before the next search, with status 429. */
async function search({ db }: PageServices, visit: Visit, text: string, now: Date): Promise<SearchResult> {
  try {
    const address = addressPrefix(visit.request.ip);
    await consumeLimits(db, [{ limit: "wishlistSearchByAddress", address }], now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    visit.reply.code(429);
    return { minutes: Number(error.details.minutes) };
  }
  return searchWishlists(db, text, maxFound, now);
}

function titleOf(language: string, key: MessageKey): string {
  return translator(language)(key);
}

/** Returns what all of the pages have in common. */
function frame(title: string): Omit<PageView, "content"> {
  return { title, description: "", canonicalPath: null, bodyClass: "", flags: { isWishlist: true }, tags: [] };
}

function pageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
