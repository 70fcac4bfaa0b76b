import type { RefusedForm } from "#http/visit/refused-form.ts";
import type { Translate } from "#messages/catalogue.ts";
import { routes } from "#routes";
import type { EstimateField } from "#shop/wishlist/estimate-fields.ts";
import type { GiftMark } from "#shop/wishlist/gifts.ts";
import type { WishedProduct } from "#shop/wishlist/wished-products.ts";
import type { ViewedWishlist, Wishlist, WishlistItem } from "#shop/wishlist/wishlist.ts";
import type { PageNotice } from "../../notices/fragments/notices.tsx";

/** Nonces of the forms on a list's page. */
export interface WishlistNonces {
  /** yith_wcwl_edit_wishlist_action: title, items and bulk actions of the list. */
  edit: string;
  /** yith_wcwl_manage_action: who can see the list. */
  manage: string;
  /** remove_from_wishlist: the links that remove a row. */
  remove: string;
  /** ask_an_estimate */
  estimate: string;
  /** woocommerce-cart: the links that move a row into the cart. */
  cart: string;
}

export type WishlistLayout = "traditional" | "images_grid";

/** An item with the product that it is for. */
export interface WishlistRow {
  item: WishlistItem;
  product: WishedProduct;
}

/** Everything that a list's form and page show. */
export interface WishlistView {
  /** null: the visitor has no list yet; the first product that is added starts it. */
  list: ViewedWishlist | null;
  /** Whether the visitor may change the list. True without a list. */
  isOwn: boolean;
  isSignedIn: boolean;
  rows: readonly WishlistRow[];
  page: number;
  pageCount: number;
  perPage: number;
  isPaginated: boolean;
  layout: WishlistLayout;
  /** Whether products are a list for narrow screens instead of a table. */
  isMobile: boolean;
  /** Whether rows have controls; false for visitors of a shared list and on paper. */
  hasInteractions: boolean;
  /** The owner's other lists, to move products to. */
  otherLists: readonly Pick<Wishlist, "id" | "token" | "name">[];
  /** Whether the visitor can keep more than one list. */
  keepsSeveral: boolean;
  /** Absolute address to share; null for private and empty lists. */
  shareUrl: string | null;
  /** Whether the owner can ask for an estimate. */
  hasEstimate: boolean;
  /** Fields that the shop adds to the estimate form. */
  estimateFields: readonly EstimateField[];
  /** The estimate form that this request sent, if it was refused. */
  refusedEstimate: RefusedForm | undefined;
  /** The same of the form that renames the list. */
  refusedTitle: RefusedForm | undefined;
  /** Whether a product that is added to the cart leaves the list. */
  isRemovedAfterCart: boolean;
  /** null for visitors of a list who may not change it. */
  nonces: WishlistNonces | null;
  /** Gifts that visitors have promised, by item; null for the owner, who must not know, and where the shop has no gift marks. */
  gifts: ReadonlyMap<number, GiftMark> | null;
  /** Waiting notices, in answers to scripts; pages print theirs above the content. */
  notices: readonly PageNotice[];
}

/** Returns the address of a page of the list; forms are sent to the first page in the default layout. */
export function listHref(
  { list, isOwn }: Pick<WishlistView, "list" | "isOwn">,
  page = 1,
  layout: WishlistLayout = "traditional",
): string {
  const name = layout === "traditional" ? "" : layout;
  if (!list || (isOwn && list.isDefault)) return routes.wishlist(page, name);
  return routes.wishlistView(list.token, page, name);
}

/** Returns the address of a wished product, with the wished variation chosen. */
export function productHref({ slug, chosen }: WishedProduct): string {
  return routes.productChoice(slug, chosen);
}

/** Returns the wished quantity within the limits of what can be bought. */
export function buyableQuantity({ item, product }: WishlistRow): number {
  const { minQuantity, maxQuantity } = product.availability;
  return Math.max(minQuantity, Math.min(item.quantity, maxQuantity ?? item.quantity));
}

/** Returns the name of a list; the default list may have none. */
export function nameOf(list: Pick<Wishlist, "name"> | null, t: Translate): string {
  return list?.name || t("wishlist.default");
}
