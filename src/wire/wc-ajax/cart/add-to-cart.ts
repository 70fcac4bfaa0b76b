// Answers POST /?wc-ajax=add_to_cart: product_id (product, variation or group), quantity, attribute_*, quantity[{id}]
// (groups, not in the protocol), chowk_products (one piece of each of these products, all or none, such as "12,13"),
// chowk_attempt (idempotency key, a UUID), remove_from_wishlist_after_add_to_cart and wishlist_id.
// Other fields are ignored.
import { routes } from "#routes";
import { addGroupedToCart, addSeveralToCart } from "#shop/cart/lines/add-grouped-to-cart.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import type { StoredLine } from "#shop/cart/lines/stored-lines.ts";
import { Refusal } from "#shop/refusal.ts";
import { removeAfterCart } from "../../admin-ajax/wishlist/remove-after-cart.ts";
import type { Call, CallAnswer } from "../entrance.ts";
import { attemptOf, attributesOf, idOf, memberQuantitiesOf, quantityOf } from "../fields.ts";
import { addedNotice, isSilent, refusalNotice } from "../notices.ts";
import { answerFragments } from "./cart-fragments.tsx";
import { severalProductsOf } from "./several-products.ts";

export async function answerAddToCart(call: Call): Promise<CallAnswer> {
  const productId = idOf(call.fields, "product_id");
  if (productId === undefined) return null;
  try {
    const { added, lines } = await addRequested(call, productId);
    call.statistics.addToCart(call.visit.request.headers, added);
    await removeAfterCart(call, productId, added);
    const { settings } = await call.visit.facts();
    const isRepeat = added.some((line) => line.isRepeat);
    if (settings.cart_redirect_after_add === "yes" && !isRepeat) await call.visit.addNotice(addedNotice(added));
    return await answerFragments(call, lines && { lines });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(call, error, productId);
  }
}

async function addRequested(
  { db, clock, cartProducts, visit, fields }: Call,
  productId: number,
): Promise<{ added: AddedLine[]; lines?: StoredLine[] }> {
  const holder = await visit.session.cartHolder();
  const options = { attempt: attemptOf(fields), findProduct: (id: number) => cartProducts.findToAdd(id) };
  if (Object.hasOwn(fields, "chowk_products")) {
    const additions = severalProductsOf(fields, "chowk_products");
    if (!additions) throw new Refusal("product_unknown");
    return { added: await addSeveralToCart(db, holder, additions, clock.now(), options) };
  }
  const quantities = memberQuantitiesOf(fields);
  if (quantities.size > 0)
    return { added: await addGroupedToCart(db, holder, productId, quantities, clock.now(), options) };
  const quantity = quantityOf(fields, "quantity");
  const addition = { productId, variationId: null, quantity, attributes: attributesOf(fields) };
  const { lines, ...added } = await addToCart(db, holder, addition, clock.now(), options);
  return { added: [added], lines };
}

/** Sends the client to the product's page, which shows the reason as a notice. */
async function refuse(call: Call, refusal: Refusal, productId: number): Promise<CallAnswer> {
  if (!isSilent(refusal)) await call.visit.addNotice(refusalNotice(refusal));
  const slug = refusal.details.slug ?? (await call.cartProducts.findToAdd(productId))?.slug;
  const productUrl = slug === undefined ? false : call.visit.siteUrl + routes.product(String(slug));
  return { json: { error: true, product_url: productUrl } };
}
