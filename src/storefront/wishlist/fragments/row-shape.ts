import { formatDay } from "#ui/day.tsx";
import type { Locale } from "#ui/locale.tsx";
import { buyableQuantity, type WishlistRow, type WishlistView } from "./wishlist-view.ts";

/** The facts that decide which parts a row has, apart from its product. */
export interface RowShape {
  hasInteractions: boolean;
  /** Whether the row can move to another list. */
  isMovable: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** Whether more than one is wished for. */
  isSeveral: boolean;
  /** Whether the owner moves it to the cart with the choice that was saved. */
  isSaved: boolean;
  /** Whether it leaves the list when it is added to the cart. */
  isLeaving: boolean;
  /** "none" for the owner, who must not know, and where the shop has no gift marks. */
  gift: "none" | "free" | "mine" | "taken";
}

/** Names of the values that differ from list to list. */
export const rowValueNames = [
  "itemId",
  "listId",
  "token",
  "quantity",
  "wished",
  "buyable",
  "position",
  "removeNonce",
  "cartNonce",
  "addedAt",
  "addedOn",
] as const;

/** Values of a row that differ from list to list; its HTML is cached with holes in their places. */
export type RowValues = Readonly<Record<(typeof rowValueNames)[number], string>>;

/** Returns the shape of a row. */
export function shapeOf({ item, product }: WishlistRow, view: WishlistView): RowShape {
  const isOwn = view.nonces !== null;
  return {
    hasInteractions: view.hasInteractions,
    isMovable: view.hasInteractions && view.keepsSeveral,
    isFirst: view.rows.at(0)?.item.id === item.id && view.page === 1,
    isLast: view.rows.at(-1)?.item.id === item.id && view.page === view.pageCount,
    isSeveral: item.quantity > 1,
    isSaved: isOwn && Object.keys(item.attributes).length > 0 && product.availability.isPurchasable,
    isLeaving: view.isOwn && view.isRemovedAfterCart && view.list !== null,
    gift: view.gifts && view.list ? (view.gifts.get(item.id) ?? "free") : "none",
  };
}

/** Returns the values of a row. @param index the row's place on the page */
export function valuesOf(
  row: WishlistRow,
  { isSeveral }: RowShape,
  index: number,
  view: WishlistView,
  locale: Locale,
): RowValues {
  const { item } = row;
  return {
    itemId: String(item.id),
    // The number grants nothing, but only the owner's scripts need it.
    listId: view.isOwn && view.list ? String(view.list.id) : "",
    token: view.list?.token ?? "",
    quantity: String(item.quantity),
    wished: isSeveral ? locale.t("wishlist.wished", { quantity: item.quantity }) : "",
    buyable: String(buyableQuantity(row)),
    position: String((view.page - 1) * view.perPage + index),
    removeNonce: view.nonces?.remove ?? "",
    cartNonce: view.nonces?.cart ?? "",
    addedAt: item.addedAt.toISOString(),
    addedOn: formatDay(item.addedAt, locale.lang, locale.timeZone),
  };
}
