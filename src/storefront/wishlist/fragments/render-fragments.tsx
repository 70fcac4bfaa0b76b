import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Visit } from "#http/visit/visit.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import type { WishedProduct } from "#shop/wishlist/wished-products.ts";
import { wishlistRef } from "#shop/wishlist/wishlists.ts";
import { LocaleContext } from "#ui/locale.tsx";
import { localeOf } from "../../layout/fragments/locale-of.ts";
import type { PageNotice } from "../../notices/fragments/notices.tsx";
import { AddToWishlist, HeartContext, type HeartState, type HeartTerms, heartTerms } from "./add-to-wishlist.tsx";
import { loadWishlist, type WishlistRequest, type WishlistServices } from "./load-wishlist.ts";
import { WishlistForm } from "./wishlist-form.tsx";
import type { WishlistView } from "./wishlist-view.ts";

/** Options of a fragment as scripts send them: untrusted. Booleans may also come as texts. */
export type FragmentOptions = Readonly<Record<string, unknown>>;

/** What renders in answer to a script besides the requested options. */
export interface FragmentExtras {
  /** Takes the waiting notices, which the first form of a list prints. Not called if there is none. */
  takeNotices?: () => Promise<readonly PageNotice[]>;
}

/** Most fragments rendered in one answer; a page has fewer. */
const maxFragments = 200;

/** Most forms of lists rendered in one answer; a page has one. */
const maxForms = 3;

/**
 * Returns the HTML of the requested fragments by key. Fragments of unknown items, products and lists are left out. Honours
 * only the options that say what is shown (wire notes 1.5). Reads the visitor's lists and the products of all buttons
 * together: at most three statements for any number of buttons.
 */
export async function renderWishlistFragments(
  services: WishlistServices,
  visit: Visit,
  requested: ReadonlyMap<string, FragmentOptions>,
  extras: FragmentExtras = {},
): Promise<Record<string, string>> {
  const entries = limited(requested);
  const [facts, session] = await Promise.all([visit.facts(), visit.session.find()]);
  const { settings } = facts;
  const terms = heartTerms(settings, Boolean(session?.user));
  const locale = localeOf(settings.language, facts.currency, timeZoneOf(settings));
  const markup = (node: ReactNode) =>
    renderToStaticMarkup(
      <LocaleContext value={locale}>
        <HeartContext value={terms}>{node}</HeartContext>
      </LocaleContext>,
    );
  const ids = entries.flatMap(([, options]) => productIdOf(options) ?? []);
  const products = await services.wished.find([...new Set(ids)], facts, services.clock.now());
  const forms = new ListForms(services, visit, extras);
  const html: [key: string, html: string][] = [];
  for (const [key, options] of entries) {
    const node =
      options.item === "wishlist"
        ? await forms.node(requestOf(options, settings.wishlist_per_page))
        : await buttonNode(visit, products.get(productIdOf(options) ?? 0), options, terms);
    if (node) html.push([key, markup(node)]);
  }
  return Object.fromEntries(html);
}

/** Returns the fragments to render: other keys, such as many names of one form, are left out. */
function limited(requested: ReadonlyMap<string, FragmentOptions>): [key: string, options: FragmentOptions][] {
  const isForm = ([, { item }]: [string, FragmentOptions]) => item === "wishlist";
  const entries = [...requested].slice(0, maxFragments);
  const forms = new Set(entries.filter(isForm).slice(0, maxForms));
  return entries.filter((entry) => !isForm(entry) || forms.has(entry));
}

/** Returns the product of a button's options; undefined for anything else. */
function productIdOf({ item, product_id: id }: FragmentOptions): number | undefined {
  return item === "add_to_wishlist" && /^[1-9]\d{0,14}$/.test(textOf(id)) ? Number(id) : undefined;
}

async function buttonNode(
  visit: Visit,
  product: WishedProduct | undefined,
  options: FragmentOptions,
  terms: HeartTerms,
): Promise<ReactNode> {
  if (!product) return null;
  const own = await visit.wishlists.find();
  const item = own?.lists.flatMap(({ items }) => items).find(({ productId }) => productId === product.id);
  const { wishlist_after_add: afterAdd } = (await visit.facts()).settings;
  const state = stateOf({ afterAdd, itemId: item?.itemId, isNew: isYes(options.added_to_wishlist) }, terms);
  return (
    <AddToWishlist
      productId={product.id}
      parentId={product.id === product.productId ? 0 : product.productId}
      type={product.type}
      name={product.name}
      isSingle={isYes(options.is_single)}
      state={state}
      isWished={item !== undefined}
      nonce={await visit.nonce(state.is === "remove" ? "remove_from_wishlist" : "add_to_wishlist")}
    />
  );
}

/** Returns what the button of a product offers. @param itemId the item of a list that has the product */
function stateOf(
  { afterAdd, itemId, isNew }: { afterAdd: "remove" | "view" | "add"; itemId: number | undefined; isNew: boolean },
  { isAllowed }: HeartTerms,
): HeartState {
  if (!isAllowed) return { is: "sign in" };
  if (itemId === undefined || afterAdd === "add") return { is: "button" };
  if (afterAdd === "remove") return { is: "remove", itemId };
  return { is: isNew ? "added" : "browse" };
}

/** The forms of lists in one answer. Each list is loaded once, and the notices are printed once. */
class ListForms {
  readonly #services: WishlistServices;
  readonly #visit: Visit;
  readonly #views = new Map<string, Promise<WishlistView | undefined>>();
  #takeNotices: FragmentExtras["takeNotices"];

  constructor(services: WishlistServices, visit: Visit, { takeNotices }: FragmentExtras) {
    this.#services = services;
    this.#visit = visit;
    this.#takeNotices = takeNotices;
  }

  async node(request: WishlistRequest): Promise<ReactNode> {
    const key = JSON.stringify(request);
    const loading = this.#views.get(key) ?? loadWishlist(this.#services, this.#visit, request);
    this.#views.set(key, loading);
    const view = await loading;
    if (!view) return null;
    const take = this.#takeNotices;
    this.#takeNotices = undefined;
    return <WishlistForm view={take ? { ...view, notices: await take() } : view} />;
  }
}

/** Returns which list the options ask for, and at most as much of it as the shop's pages show. An empty wishlist_id is the default list, unless action_params name another. */
function requestOf(options: FragmentOptions, maxPerPage: number): WishlistRequest {
  const [action = "", token = ""] = textOf(options.action_params).split("/");
  const which = wishlistRef(textOf(options.wishlist_id) || (action === "view" ? token : ""));
  const page = numberOf(options.current_page, 100_000);
  const perPage = numberOf(options.per_page, maxPerPage);
  return {
    ...(which && { which }),
    ...(page && { page }),
    ...(perPage && { perPage }),
    isPaginated: options.pagination !== "no",
    layout: options.layout === "images_grid" ? "images_grid" : "traditional",
    isMobile: isYes(options.is_mobile),
    hasInteractions: !isYes(options.no_interactions),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function isYes(value: unknown): boolean {
  return value === true || value === "true" || value === "yes" || value === "1" || value === 1;
}

function numberOf(value: unknown, max: number): number | undefined {
  return /^[1-9]\d{0,6}$/.test(textOf(value)) ? Math.min(Number(value), max) : undefined;
}
