import type { Database } from "#db/database.ts";
import type { OwnerKey, OwnWishlists, WishlistItem } from "#shop/wishlist/wishlist.ts";
import { type FoundWishlists, findWishlists } from "#shop/wishlist/wishlist-owners.ts";
import { listItemsById } from "#shop/wishlist/wishlists.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";
import { derived } from "./derived.ts";

/** Number of cached owners and items, about 200 bytes each; 400 for items that were shown. */
const maxEntries = 30_000;

/**
 * Caches the wishlists of owners under their version. The database says with each read whether the version is still the
 * same; a change of one of the products, which may hide or show an item, drops the lists.
 */
export class OwnWishlistsCache {
  readonly #db: Database;
  readonly #cache: Cache<string, FoundWishlists>;

  constructor(db: Database, freshness: Freshness) {
    this.#db = db;
    this.#cache = new Cache(freshness, {
      maxSize: maxEntries,
      sizeOf: ({ productIds }) => 1 + productIds.length,
      tagsOf: ({ productIds }) => productIds.map((id) => `product:${id}` as const),
    });
  }

  /** Returns the lists of an owner as they are now; undefined as `findWishlists` says. One statement. */
  async find(key: OwnerKey, now: Date): Promise<FoundWishlists | undefined> {
    const name = "userId" in key ? `user ${key.userId}` : `guest ${key.guestHash.toString("hex")}`;
    const known = this.#cache.get(name);
    const readAt = this.#cache.now;
    const found = await findWishlists(this.#db, key, now, known);
    if (!found) this.#cache.delete(name);
    else if (found.lists !== known?.lists) this.#cache.set(name, found, readAt);
    return found;
  }

  /**
   * Returns these items of an owner's lists, in the order of the ids, as far as they still exist. At most one statement, none
   * for items that were asked for before: they change only with the version, and then the lists are other objects.
   */
  async listItems({ lists }: OwnWishlists, ids: readonly number[]): Promise<WishlistItem[]> {
    const known = derived(lists, "wishlist items", () => new Map<number, WishlistItem>());
    const missing = ids.filter((id) => !known.has(id));
    for (const item of await listItemsById(this.#db, missing)) known.set(item.id, item);
    return ids.flatMap((id) => known.get(id) ?? []);
  }
}
