// Answers POST action=qcfw_update_checkout_cart: nonce, hash (a line's key), quantity (0 removes the line). Our own client adds
// chowk_in_place and post_data, the checkout form.
import { routes } from "#routes";
import { setQuantities } from "#shop/cart/lines/set-quantity.ts";
import { OrderReview } from "#storefront/checkout/fragments/order-review.tsx";
import { YourOrder } from "#storefront/checkout/fragments/your-order.tsx";
import { Notices, NoticesContext } from "#storefront/notices/fragments/notices.tsx";
import { takePageNotices } from "#storefront/notices/fragments/page-notices.tsx";
import { markupOf } from "../wc-ajax/cart/cart-fragments.tsx";
import { paymentPropsOf } from "../wc-ajax/checkout/payment-props.ts";
import type { Call, CallAnswer } from "../wc-ajax/entrance.ts";
import { hasField, quantityOf, textOf } from "../wc-ajax/fields.ts";
import { limitedNotice, removedNotice } from "../wc-ajax/notices.ts";

/** Refuses a field that is no line. After a success the protocol's script would reload the page, product pages too. */
export async function refuseLine(): Promise<CallAnswer> {
  return { html: "0", status: 400 };
}

/**
 * Returns the order review as one element. Limits and removals are reported on the page that the client then loads, or with
 * `chowk_in_place` in the answer, followed by the lines. 400 for an unknown line or an invalid quantity.
 */
export async function answerUpdateCheckoutCart(call: Call): Promise<CallAnswer> {
  const { visit, fields } = call;
  if (!(await changeQuantity(call))) return refuseLine();
  const isInPlace = hasField(fields, "chowk_in_place");
  const cart = await visit.recheckedCart(isInPlace ? "now" : "on the next page");
  // The page that the client then loads is the cart's.
  if (cart.lines.length === 0)
    return { html: '<div id="order_review" class="woocommerce-checkout-review-order"></div>' };
  const { settings } = await visit.facts();
  const review = <OrderReview cart={cart} payment={await paymentPropsOf(call, cart)} />;
  if (!isInPlace) return { html: markupOf(review, settings) };
  const notices = await takePageNotices(visit);
  const content = (
    <NoticesContext value={notices}>
      {review}
      <YourOrder cart={cart} nonce={await visit.nonce("woocommerce-cart")} reloads={false} />
      <Notices notices={notices} />
    </NoticesContext>
  );
  return { html: markupOf(content, settings) };
}

/** Sets the line's quantity, and stores a notice if it was limited or removed. @returns whether there is such a line */
async function changeQuantity({ db, clock, visit, fields }: Call): Promise<boolean> {
  const session = await visit.session.find();
  const quantity = quantityOf(fields, "quantity");
  if (!session || quantity === null || !(quantity >= 0)) return false;
  const wanted = new Map([[textOf(fields, "hash"), quantity]]);
  const [change] = await setQuantities(db, session.id, wanted, clock.now());
  if (!change) return false;
  const nonce = await visit.nonce("woocommerce-cart");
  const notice = limitedNotice(change) ?? removedNotice(change, nonce, routes.checkout());
  if (notice) await visit.addNotice(notice);
  return true;
}
