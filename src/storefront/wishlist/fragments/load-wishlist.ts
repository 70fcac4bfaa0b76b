import type { ShopServices } from "#http/shop-services.ts";
import type { Visit } from "#http/visit/visit.ts";
import { routes } from "#routes";
import { estimateFields } from "#shop/wishlist/estimate-fields.ts";
import { type GiftMark, giverHash, listGiftMarks } from "#shop/wishlist/gifts.ts";
import { keepsSeveral } from "#shop/wishlist/wishlist.rules.ts";
import type { OwnWishlists, ViewedWishlist } from "#shop/wishlist/wishlist.ts";
import { findPublicDefault, findViewedWishlist, listItemsById, type WishlistRef } from "#shop/wishlist/wishlists.ts";
import { formNames } from "./form-id.ts";
import type { WishlistLayout, WishlistNonces, WishlistRow, WishlistView } from "./wishlist-view.ts";

/** The services that lists are loaded with. */
export type WishlistServices = Pick<ShopServices, "db" | "clock" | "wished">;

/** Which list, and how much of it. */
export interface WishlistRequest {
  /** Default: the visitor's default list. A number opens own lists only. */
  which?: WishlistRef | { publicDefaultOf: number };
  page?: number;
  /** Default: the shop's setting. */
  perPage?: number;
  /** False: one page with the first `perPage` products. */
  isPaginated?: boolean;
  layout?: WishlistLayout;
  isMobile?: boolean;
  /** False: no controls, even for the owner. */
  hasInteractions?: boolean;
}

/**
 * Loads a page of a list for the visitor; undefined if there is no such list, or if the visitor may not see it. The
 * visitor's own default list always exists: it is empty until something is added. Statements: the visitor's lists, a list
 * of somebody else, the items of the page unless they are cached, and at most two for products that are not.
 */
export async function loadWishlist(
  services: WishlistServices,
  visit: Visit,
  request: WishlistRequest = {},
): Promise<WishlistView | undefined> {
  const [own, session, facts] = await Promise.all([visit.wishlists.find(), visit.session.find(), visit.facts()]);
  const list = await findList(services, own, request.which);
  if (!list && request.which) return undefined;
  const isOwn = list?.isOwn ?? true;
  const isSignedIn = Boolean(session?.user);
  const { settings } = facts;
  const { isPaginated = true, perPage = settings.wishlist_per_page, hasInteractions = true } = request;
  const pageCount = isPaginated ? Math.max(1, Math.ceil((list?.items.length ?? 0) / perPage)) : 1;
  const page = Math.min(Math.max(request.page ?? 1, 1), pageCount);
  const rows = list ? await loadRows(services, visit, list, [(page - 1) * perPage, page * perPage]) : [];
  return {
    list: list ?? null,
    isOwn,
    isSignedIn,
    rows,
    page,
    pageCount,
    perPage,
    isPaginated,
    layout: request.layout ?? "traditional",
    isMobile: request.isMobile ?? false,
    hasInteractions: isOwn && hasInteractions,
    otherLists: isOwn ? (own?.lists ?? []).filter(({ id }) => id !== list?.id) : [],
    keepsSeveral: keepsSeveral(settings.wishlist_multiple, isSignedIn),
    shareUrl:
      list && list.privacy !== "private" && rows.length > 0 ? visit.siteUrl + routes.wishlistView(list.token) : null,
    hasEstimate: isOwn && rows.length > 0 && settings.wishlist_estimates === "yes",
    estimateFields: estimateFields(settings.wishlist_estimate_fields),
    refusedEstimate: visit.findRefusedForm(formNames.estimate),
    refusedTitle: visit.findRefusedForm(formNames.title),
    isRemovedAfterCart: settings.wishlist_remove_after_cart === "yes",
    nonces: isOwn ? await loadNonces(visit) : null,
    gifts: list && !isOwn && settings.wishlist_gifts === "yes" ? await loadGifts(services, visit, list.id) : null,
    notices: [],
  };
}

async function findList(
  { db, clock }: WishlistServices,
  own: OwnWishlists | undefined,
  which: WishlistRequest["which"],
): Promise<ViewedWishlist | undefined> {
  const ownList = own?.lists.find((list) => {
    if (!which) return list.isDefault;
    if ("publicDefaultOf" in which) return false;
    return "id" in which ? list.id === which.id : list.token === which.token;
  });
  if (own && ownList) return { ...ownList, ownerId: own.ownerId, isOwn: true };
  if (!which || "id" in which) return undefined;
  if ("token" in which) return findViewedWishlist(db, which, own?.ownerId ?? null, clock.now());
  return findPublicDefault(db, which.publicDefaultOf, own?.ownerId ?? null);
}

async function loadRows(
  { db, clock, wished }: WishlistServices,
  visit: Visit,
  list: ViewedWishlist,
  [from, to]: readonly [number, number],
): Promise<WishlistRow[]> {
  const listed = list.items.slice(from, to);
  const itemIds = listed.map(({ itemId }) => itemId);
  const productIds = listed.map(({ productId }) => productId);
  const [items, products] = await Promise.all([
    list.isOwn ? visit.wishlists.listItems(itemIds) : listItemsById(db, itemIds),
    wished.find(productIds, await visit.facts(), clock.now()),
  ]);
  return items.flatMap((item) => {
    const product = products.get(item.productId);
    return product ? [{ item, product }] : [];
  });
}

function loadGifts({ db }: WishlistServices, visit: Visit, listId: number): Promise<Map<number, GiftMark>> {
  const { giver } = visit.cookies;
  return listGiftMarks(db, listId, giver === null ? null : giverHash(giver));
}

async function loadNonces(visit: Visit): Promise<WishlistNonces> {
  const [edit, manage, remove, estimate, cart] = await Promise.all([
    visit.nonce("yith_wcwl_edit_wishlist_action"),
    visit.nonce("yith_wcwl_manage_action"),
    visit.nonce("remove_from_wishlist"),
    visit.nonce("ask_an_estimate"),
    visit.nonce("woocommerce-cart"),
  ]);
  return { edit, manage, remove, estimate, cart };
}
