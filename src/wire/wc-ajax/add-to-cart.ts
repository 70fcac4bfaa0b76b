// Answers POST /?wc-ajax=add_to_cart: product_id (a variation's id too), quantity, attribute_*, chowk_attempt (a UUID: the same
// one counts once); other fields are ignored.
import { routes } from "#routes";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { Refusal } from "#shop/refusal.ts";
import { answerFragments } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { attemptOf, attributesOf, idOf, quantityOf } from "./fields.ts";
import { addedNotice, isSilent, refusalNotice } from "./refusal-notice.ts";

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
    return refused(call, error, productId);
  }
}

/** The reason waits as a notice on the product's page, to which the client goes. */
async function refused(call: Call, refusal: Refusal, productId: number): Promise<CallAnswer> {
  if (!isSilent(refusal)) await call.visit.addNotice(refusalNotice(refusal));
  const slug = refusal.details.slug ?? (await call.cartProducts.findToAdd(productId))?.slug;
  const productUrl = slug === undefined ? false : call.visit.siteUrl + routes.product(String(slug));
  return { json: { error: true, product_url: productUrl } };
}
