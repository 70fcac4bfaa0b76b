// Answers ?add-to-cart={id}, GET or POST, on any page: quantity, variation_id, attribute_*, quantity[{id}] for a group,
// chowk_attempt as the call of the same name has it.
import { routes } from "#routes";
import { addGroupedToCart } from "#shop/cart/lines/add-grouped-to-cart.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { type CartAddition, checkAddition } from "#shop/cart/lines/check-addition.ts";
import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import { lowestQuantity } from "#shop/cart/lines/quantity.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../wc-ajax/entrance.ts";
import { attemptOf, attributesOf, idOf, memberQuantitiesOf, quantityOf } from "../wc-ajax/fields.ts";
import { addedNotice, isSilent, refusalNotice } from "../wc-ajax/refusal-notice.ts";

/** Leads to the checkout, always; what is refused stays on the page that was asked for, with the reason. */
export async function addToCartRequest(call: Call): Promise<string | undefined> {
  const productId = idOf(call.fields, "add-to-cart");
  if (productId === undefined) return undefined;
  try {
    const added = await addAsAsked(call, productId);
    // What was counted before has been told of.
    if (!added.some(({ isRepeat }) => isRepeat)) await call.visit.addNotice(addedNotice(added));
    return routes.checkout();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!isSilent(error)) await call.visit.addNotice(refusalNotice(error));
    return undefined;
  }
}

async function addAsAsked(call: Call, productId: number): Promise<AddedLine[]> {
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
  if (quantity !== null && !(quantity > 0)) throw await whyTooFew(call, addition);
  return [await addToCart(db, holder, addition, clock.now(), options)];
}

/**
 * The protocol adds nothing and says nothing when a quantity is none, or less. Its scripts never send one; a form that was
 * sent without scripts must not come back without a word, so the page says what it takes at least.
 */
async function whyTooFew({ db, clock, cartProducts }: Call, addition: CartAddition): Promise<Refusal> {
  const asOne = { ...addition, quantity: null };
  const { name, offer } = await checkAddition(db, asOne, clock.now(), (id) => cartProducts.findToAdd(id));
  return new Refusal("quantity_too_small", { name, min: lowestQuantity(offer) });
}
