import { renderToStaticMarkup } from "react-dom/server";
import type { Visit } from "#http/visit/visit.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import type { WishedProduct } from "#shop/wishlist/wished-products.ts";
import { wishlistRef } from "#shop/wishlist/wishlists.ts";
import { type Locale, LocaleContext } from "#ui/locale.tsx";
import { localeOf } from "../../layout/fragments/locale-of.ts";
import type { PageNotice } from "../../notices/fragments/notices.tsx";
import { type HeartState, type HeartTerms, heartTerms } from "./add-to-wishlist.tsx";
import { heartHtml } from "./heart-html.tsx";
import { loadWishlist, type WishlistRequest, type WishlistServices } from "./load-wishlist.ts";
import { WishlistForm } from "./wishlist-form.tsx";
import type { WishlistView } from "./wishlist-view.ts";

/** Options of a fragment as scripts send them: untrusted. Booleans may also come as texts. */
export type FragmentOptions = Readonly<Record<string, unknown>>;

/** Input for fragments that the request does not contain. */
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
  const hearts = await loadHearts(services, visit, entries);
  const forms = new ListForms(services, visit, extras);
  const html: [key: string, html: string][] = [];
  for (const [key, options] of entries) {
    const part =
      options.item === "wishlist"
        ? await forms.html(requestOf(options, settings.wishlist_per_page), locale)
        : heartOf(hearts, options, terms, locale);
    if (part !== undefined) html.push([key, part]);
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

/** Input for the hearts of one answer. */
interface Hearts {
  products: ReadonlyMap<number, WishedProduct>;
  /** The item of one of the visitor's lists by product. */
  items: ReadonlyMap<number, number> | undefined;
  afterAdd: "remove" | "view" | "add";
  nonces: { add: string; remove: string };
}

async function loadHearts(
  { wished, clock }: WishlistServices,
  visit: Visit,
  entries: readonly [key: string, options: FragmentOptions][],
): Promise<Hearts> {
  const ids = new Set(entries.flatMap(([, options]) => productIdOf(options) ?? []));
  const facts = await visit.facts();
  const [own, products, add, remove] = await Promise.all([
    visit.wishlists.find(),
    wished.find([...ids], facts, clock.now()),
    visit.nonce("add_to_wishlist"),
    visit.nonce("remove_from_wishlist"),
  ]);
  return { products, items: own?.itemIds, afterAdd: facts.settings.wishlist_after_add, nonces: { add, remove } };
}

function heartOf(
  { products, items, afterAdd, nonces }: Hearts,
  options: FragmentOptions,
  terms: HeartTerms,
  locale: Locale,
): string | undefined {
  const product = products.get(productIdOf(options) ?? 0);
  if (!product) return undefined;
  const itemId = items?.get(product.id);
  const is = stateOf({ afterAdd, isWished: itemId !== undefined, isNew: isYes(options.added_to_wishlist) }, terms);
  return heartHtml(
    product,
    { is, isSingle: isYes(options.is_single), isWished: itemId !== undefined },
    { itemId: String(itemId ?? ""), nonce: is === "remove" ? nonces.remove : nonces.add },
    terms,
    locale,
  );
}

/** Returns what the button of a product offers. */
function stateOf(
  { afterAdd, isWished, isNew }: { afterAdd: Hearts["afterAdd"]; isWished: boolean; isNew: boolean },
  { isAllowed }: HeartTerms,
): HeartState["is"] {
  if (!isAllowed) return "sign in";
  if (!isWished || afterAdd === "add") return "button";
  if (afterAdd === "remove") return "remove";
  return isNew ? "added" : "browse";
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

  async html(request: WishlistRequest, locale: Locale): Promise<string | undefined> {
    const key = JSON.stringify(request);
    const loading = this.#views.get(key) ?? loadWishlist(this.#services, this.#visit, request);
    this.#views.set(key, loading);
    const view = await loading;
    if (!view) return undefined;
    const take = this.#takeNotices;
    this.#takeNotices = undefined;
    const shown = take ? { ...view, notices: await take() } : view;
    return renderToStaticMarkup(
      <LocaleContext value={locale}>
        <WishlistForm view={shown} />
      </LocaleContext>,
    );
  }
}

/**
 * Returns which list the options ask for, and at most as much of it as the shop's pages show. An empty wishlist_id is the
 * default list, unless action_params name another.
 */
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
