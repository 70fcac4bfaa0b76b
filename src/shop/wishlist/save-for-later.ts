import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { wishlistItems, wishlists } from "#db/tables/wishlists.ts";
import { withCartLocked } from "../cart/cart-lock.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import type { FindProductToAdd } from "../cart/lines/check-addition.ts";
import type { ChosenAttributes } from "../cart/lines/line-key.ts";
import type { AddedLine } from "../cart/lines/put-answer.ts";
import { Refusal } from "../refusal.ts";
import { addToWishlist, type WishlistHolder } from "./add-to-wishlist.ts";
import { maxQuantity } from "./wishlist.rules.ts";
import { changeWishlists } from "./wishlist-owners.ts";

/**
 * Moves a cart line with its quantity and chosen attributes into the default wishlist, in one transaction: whatever happens,
 * the product is in one of the two. A product that is in the list already gets the sum of both quantities, up to the most
 * that a list holds.
 * Lock order: the cart, then the wishlist's owner.
 * @param line `currency` is the shop's @throws Refusal cart_line_unknown, wishlist_choice_taken (the list has the product
 * with other attributes), and what `addToWishlist` refuses; then nothing has changed
 */
export async function saveForLater(
  db: Database,
  sessionId: number,
  holder: WishlistHolder,
  { lineKey, currency }: { lineKey: string; currency: string },
  now: Date,
): Promise<void> {
  await withCartLocked(db, sessionId, now, async (db, cartId) => {
    const [line] = await db
      .delete(cartLines)
      .where(and(eq(cartLines.sessionId, cartId), eq(cartLines.lineKey, lineKey), isNull(cartLines.removedAt)))
      .returning();
    if (!line) throw new Refusal("cart_line_unknown");
    const productId = line.variationId ?? line.productId;
    const attributes = line.attributes as ChosenAttributes;
    const { quantity, seenPrice: price } = line;
    const wish = { productId, attributes, price, currency, quantity };
    const { wishlistId, isNew } = await addToWishlist(db, holder, "default", wish, now);
    if (isNew) return;
    const joined = await db
      .update(wishlistItems)
      .set({ attributes, quantity: sql`least(${wishlistItems.quantity} + ${quantity}, ${maxQuantity})` })
      .where(
        and(
          eq(wishlistItems.wishlistId, wishlistId),
          eq(wishlistItems.productId, productId),
          sql`${wishlistItems.attributes} in (${JSON.stringify(attributes)}::jsonb, '{}'::jsonb)`,
        ),
      )
      .returning({ id: wishlistItems.id });
    if (joined.length === 0) throw new Refusal("wishlist_choice_taken");
  });
}

/**
 * Moves an item of one of the owner's lists into the cart, with its quantity and choice, in one transaction.
 * @throws Refusal wishlist_unknown, wishlist_item_unknown, and what `addToCart` refuses, such as cart_full or
 * product_out_of_stock; then nothing has changed
 */
export async function moveToCart(
  db: Database,
  sessionId: number,
  { ownerId, itemId, findProduct }: { ownerId: number; itemId: number; findProduct?: FindProductToAdd },
  now: Date,
): Promise<AddedLine> {
  return withCartLocked(db, sessionId, now, (db) =>
    changeWishlists(db, ownerId, async (db) => {
      const [item] = await db
        .delete(wishlistItems)
        .where(
          and(
            eq(wishlistItems.id, itemId),
            sql`${wishlistItems.wishlistId} in (select ${wishlists.id} from ${wishlists} where ${wishlists.ownerId} = ${ownerId})`,
          ),
        )
        .returning();
      if (!item) throw new Refusal("wishlist_item_unknown");
      const { productId, quantity } = item;
      const addition = { productId, variationId: null, quantity, attributes: choiceOf(item.attributes) };
      return addToCart(db, sessionId, addition, now, findProduct && { findProduct });
    }),
  );
}

/** Returns chosen values by attribute slug. @param attributes as stored, by wire key */
function choiceOf(attributes: unknown): Record<string, string> {
  const chosen = Object.entries(attributes as ChosenAttributes);
  return Object.fromEntries(chosen.map(([name, value]) => [name.replace(/^attribute_/, ""), value]));
}
