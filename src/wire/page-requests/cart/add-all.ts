// Answers chowk_add_all={id},{id},… by POST, on any page: adds one of each of these products, all or none.
import { routes } from "#routes";
import { addSeveralToCart } from "#shop/cart/lines/add-grouped-to-cart.ts";
import { Refusal } from "#shop/refusal.ts";
import { severalProductsOf } from "../../wc-ajax/cart/several-products.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { attemptOf } from "../../wc-ajax/fields.ts";
import { addedNotice, isSilent, refusalNotice } from "../../wc-ajax/notices.ts";
import { reportAdded } from "./report-added.ts";

/** Returns the cart's path; undefined, with the reason as a notice, if one of the products is refused. */
export async function addAllRequest(call: Call): Promise<string | undefined> {
  const { db, clock, cartProducts, visit, fields } = call;
  const additions = severalProductsOf(fields, "chowk_add_all");
  if (visit.request.method !== "POST" || !additions) return undefined;
  try {
    const holder = await visit.session.cartHolder();
    const options = { attempt: attemptOf(fields), findProduct: (id: number) => cartProducts.findToAdd(id) };
    const added = await addSeveralToCart(db, holder, additions, clock.now(), options);
    await reportAdded(call, added);
    if (!added.some(({ isRepeat }) => isRepeat)) await visit.addNotice(addedNotice(added));
    return routes.cart();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!isSilent(error)) await visit.addNotice(refusalNotice(error));
    return undefined;
  }
}
