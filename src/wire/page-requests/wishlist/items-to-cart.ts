import type { MessageKey } from "#messages/catalogue.ts";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import { Refusal } from "#shop/refusal.ts";
import { removeFromWishlist } from "#shop/wishlist/change-items.ts";
import type { WishlistItem } from "#shop/wishlist/wishlist.ts";
import { listItems } from "#shop/wishlist/wishlists.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { refusalNotice } from "../../wc-ajax/notices.ts";
import { reportAdded } from "../cart/report-added.ts";
import { done } from "./wishlist-form.ts";

/**
 * Adds products of one of the owner's lists to the cart, as many as are wished for, and removes them from the list if the
 * setting says so. @returns the notices: `success` if anything was added, and one sentence about what was not
 */
export async function itemsToCart(
  call: Call,
  ownerId: number,
  { ref, productIds }: { ref: { id: number }; productIds: readonly number[] },
  success: MessageKey,
): Promise<Notice[]> {
  const { db, visit } = call;
  const wanted = new Set(productIds);
  const items = await listItems(db, ref.id);
  const added: AddedLine[] = [];
  const refused: Refusal[] = [];
  for (const item of items.filter(({ productId }) => wanted.has(productId))) {
    const outcome = await addItem(call, item);
    if (!(outcome instanceof Refusal)) added.push(outcome);
    else refused.push(outcome);
    // Each further one would be refused too.
    if (outcome instanceof Refusal && outcome.code === "cart_full") break;
  }
  await reportAdded(call, added);
  const { settings } = await visit.facts();
  if (added.length > 0 && settings.wishlist_remove_after_cart === "yes")
    await removeFromWishlist(
      db,
      ownerId,
      ref,
      added.map(({ productId }) => productId),
    );
  return [...(added.length > 0 ? [done(success)] : []), ...noticesOf(refused)];
}

/** Explains the refusal of one product. Several are counted: their rows say why, and a full cart explains the rest. */
function noticesOf(refused: readonly Refusal[]): Notice[] {
  const [first] = refused;
  if (!first) return [];
  const fullCart = refused.find(({ code }) => code === "cart_full");
  if (fullCart || refused.length === 1) return [noticeOf(fullCart ?? first)];
  return [{ kind: "error", messageKey: "notices.wishlist.notAllAdded", values: { count: refused.length } }];
}

async function addItem({ db, clock, cartProducts, visit }: Call, item: WishlistItem): Promise<AddedLine | Refusal> {
  const { productId, quantity, attributes } = item;
  const chosen = Object.entries(attributes).map(([name, value]) => [name.replace(/^attribute_/, ""), value] as const);
  const addition = { productId, variationId: null, quantity, attributes: Object.fromEntries(chosen) };
  const options = { findProduct: (id: number) => cartProducts.findToAdd(id) };
  try {
    return await addToCart(db, await visit.session.cartHolder(), addition, clock.now(), options);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error;
  }
}

const needsChoice: ReadonlySet<string> = new Set([
  "product_choose_options",
  "variation_attribute_missing",
  "variation_unknown",
]);

function noticeOf(refusal: Refusal): Notice {
  if (!needsChoice.has(refusal.code)) return refusalNotice(refusal);
  const { name = "", slug = "" } = refusal.details;
  return { kind: "error", messageKey: "notices.wishlist.needsVariation", values: { name, productSlug: slug } };
}
