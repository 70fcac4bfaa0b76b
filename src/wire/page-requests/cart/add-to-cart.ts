// Answers ?add-to-cart={id}, GET or POST, on any page. Other fields: quantity, variation_id, attribute_*, quantity[{id}]
// (grouped products), chowk_attempt (idempotency key), remove_from_wishlist_after_add_to_cart and wishlist_id.
import { routes } from "#routes";
import { addGroupedToCart } from "#shop/cart/lines/add-grouped-to-cart.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { type CartAddition, checkAddition } from "#shop/cart/lines/check-addition.ts";
import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import { lowestQuantity } from "#shop/cart/lines/quantity.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import { removeAfterCart } from "../../admin-ajax/wishlist/remove-after-cart.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { attemptOf, attributesOf, idOf, memberQuantitiesOf, quantityOf } from "../../wc-ajax/fields.ts";
import { addedNotice, isSilent, refusalNotice } from "../../wc-ajax/notices.ts";
import { pathWithSelection } from "../return-paths.ts";
import { reportAdded } from "./report-added.ts";

/** Returns the checkout's path; undefined, with the reason as a notice, if the add is refused. */
export async function addToCartRequest(call: Call): Promise<string | undefined> {
  const productId = idOf(call.fields, "add-to-cart");
  if (productId === undefined) return undefined;
  try {
    const added = await addRequested(call, productId);
    await reportAdded(call, added);
    await removeAfterCart(call, productId, added);
    // The first request already added the notice.
    if (!added.some(({ isRepeat }) => isRepeat)) await call.visit.addNotice(addedNotice(added));
    return routes.checkout();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!isSilent(error)) await call.visit.addNotice(refusalNotice(error));
    return undefined;
  }
}

/**
 * Returns the page of the product with the choice made, for a link on another site; undefined if there is none. The query
 * stays, because it may name a campaign.
 */
export async function offerProduct({ cartProducts, visit, fields }: Call): Promise<string | undefined> {
  const productId = idOf(fields, "add-to-cart");
  const slug = productId === undefined ? undefined : (await cartProducts.findToAdd(productId))?.slug;
  if (slug === undefined) return undefined;
  const { search } = new URL(visit.request.url, visit.siteUrl);
  return pathWithSelection(routes.product(slug) + search, fields);
}

async function addRequested(call: Call, productId: number): Promise<AddedLine[]> {
  const { db, clock, cartProducts, visit, fields } = call;
  const holder = await visit.session.cartHolder();
  const options = { attempt: attemptOf(fields), findProduct: (id: number) => cartProducts.findToAdd(id) };
  const quantities = memberQuantitiesOf(fields);
  if (quantities.size > 0) return addGroupedToCart(db, holder, productId, quantities, clock.now(), options);
  const addition = {
    productId,
    variationId: idOf(fields, "variation_id") ?? null,
    quantity: quantityOf(fields, "quantity"),
    attributes: attributesOf(fields),
  };
  const { quantity } = addition;
  if (quantity !== null && !(quantity > 0)) throw await tooFewRefusal(call, addition);
  return [await addToCart(db, holder, addition, clock.now(), options)];
}

/**
 * The protocol ignores quantities of 0 or less silently. Its scripts never send them, but a form sent without scripts can,
 * so the page names the minimum.
 */
async function tooFewRefusal({ db, clock, cartProducts }: Call, addition: CartAddition): Promise<Refusal> {
  const asOne = { ...addition, quantity: null };
  const { name, offer } = await checkAddition(db, asOne, clock.now(), (id) => cartProducts.findToAdd(id));
  return new Refusal("quantity_too_small", { name, min: lowestQuantity(offer) });
}
