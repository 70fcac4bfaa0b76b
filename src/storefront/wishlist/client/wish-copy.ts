import { readCookie } from "../../client/requests/read-cookie.ts";

/** The browser's copy of the visitor's wishes. */
export interface WishCopy {
  /** The version of the lists that `items` was taken from; "" for none. */
  version: string;
  /** Wished products by id. */
  items: Record<string, 1>;
  /** Wishes that the server does not have yet, by product id: 1 to add, 0 to remove. */
  unsent: Record<string, 0 | 1>;
}

/** The storage key. Other tabs are notified when it changes. */
export const copyKey = "chowk_wishlist";

/** Returns what the server's cookie says: the version of the lists, and how many products are in them. */
export function wishState(): { version: string; count: number } {
  const [version = "", count = "0"] = readCookie("chowk_wishlist").split(".");
  return { version, count: Number(count) };
}

/** Returns the stored copy. Nothing is wished if there is no cookie, such as after signing out. */
export function readWishes(): WishCopy {
  const empty = { version: "", items: {}, unsent: {} };
  try {
    const copy = { ...empty, ...(JSON.parse(localStorage.getItem(copyKey) ?? "{}") as WishCopy) };
    return wishState().version ? copy : { ...empty, unsent: copy.unsent };
  } catch {
    // Storage is disabled, or another script wrote something else.
    return empty;
  }
}

/** Changes the stored copy. */
export function changeWishes(change: (copy: WishCopy) => void): void {
  const copy = readWishes();
  change(copy);
  try {
    localStorage.setItem(copyKey, JSON.stringify(copy));
  } catch {
    // Storage is full or disabled: the next page asks again.
  }
}

/** Replaces what is known of the server's lists, after an answer that has set the cookie. */
export function keepWishes(items: WishCopy["items"]): void {
  changeWishes((copy) => Object.assign(copy, { version: wishState().version, items }));
}

/**
 * Forgets a product that a list has lost, after an answer that has set the cookie. If other lists changed too, the next page
 * asks.
 */
export function forgetWish(productId: string): void {
  changeWishes((copy) => {
    const { version, count } = wishState();
    const { [productId]: _, ...left } = copy.items;
    // Otherwise another list still has the product.
    if (Object.keys(left).length === count) copy.items = left;
    if (Object.keys(copy.items).length === count) copy.version = version;
  });
}

/** Tells whether the copy is older or newer than the server's lists. */
export function isOutdated(): boolean {
  return readWishes().version !== wishState().version;
}

/** Tells whether a product is wished, as the visitor last said. */
export function isWished({ items, unsent }: WishCopy, productId: string): boolean {
  return productId in unsent ? unsent[productId] === 1 : productId in items;
}

/** Returns the number of wished products, with the wishes that are not sent yet. */
export function countWishes({ items, unsent }: WishCopy): number {
  const changes = Object.entries(unsent).map(([id, wish]) => wish - Number(id in items));
  return changes.reduce((sum, change) => sum + change, wishState().count);
}
