// Answers POST /?wc-ajax=add_to_cart: product_id (product or variation), quantity, attribute_*, chowk_attempt (idempotency
// key, a UUID). Other fields are ignored.
import { routes } from "#routes";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { Refusal } from "#shop/refusal.ts";
import { answerFragments } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { attemptOf, attributesOf, idOf, quantityOf } from "./fields.ts";
import { addedNotice, isSilent, refusalNotice } from "./notices.ts";

export async function answerAddToCart(call: Call): Promise<CallAnswer> {
  const { db, clock, cartProducts, visit, fields } = call;
  const productId = idOf(fields, "product_id");
  if (productId === undefined) return null;
  const quantity = quantityOf(fields, "quantity");
  const addition = { productId, variationId: null, quantity, attributes: attributesOf(fields) };
  const holder = await visit.session.cartHolder();
  const findProduct = (id: number) => cartProducts.findToAdd(id);
  try {
    const { lines, ...added } = await addToCart(db, holder, addition, clock.now(), {
      attempt: attemptOf(fields),
      findProduct,
    });
    const { settings } = await visit.facts();
    if (settings.cart_redirect_after_add === "yes" && !added.isRepeat) await visit.addNotice(addedNotice([added]));
    return await answerFragments(call, { lines });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(call, error, productId);
  }
}

/** Sends the client to the product's page, which shows the reason as a notice. */
async function refuse(call: Call, refusal: Refusal, productId: number): Promise<CallAnswer> {
  if (!isSilent(refusal)) await call.visit.addNotice(refusalNotice(refusal));
  const slug = refusal.details.slug ?? (await call.cartProducts.findToAdd(productId))?.slug;
  const productUrl = slug === undefined ? false : call.visit.siteUrl + routes.product(String(slug));
  return { json: { error: true, product_url: productUrl } };
}
