// Answers POST action=qcfw_checkout_quick_view: nonce, product_id.
import { anyGuest } from "#http/guards/nonce.ts";
import { siteCalls } from "#http/guards/nonce-actions.ts";
import { hasValidNonce } from "#http/guards/nonce-check.ts";
import { translator } from "#messages/translate.ts";
import { initialChoice } from "#shop/catalogue/variations/product-choice.ts";
import { deliveryPromise } from "#shop/delivery/delivery-promise.rules.ts";
import { paymentPromises } from "#shop/payments/payment-methods.ts";
import { QuickCheckout } from "#storefront/quick-checkout/fragments/quick-checkout.tsx";
import { markupOf } from "../wc-ajax/cart/cart-fragments.tsx";
import { badNonceAnswer } from "../wc-ajax/door.ts";
import type { Call, CallAnswer } from "../wc-ajax/entrance.ts";
import { idOf } from "../wc-ajax/fields.ts";

/** Returns the HTML of the quick checkout; 404 for a product that is unknown or not for sale. */
export async function answerQuickView(call: Call): Promise<CallAnswer> {
  const { details, visit, fields, clock } = call;
  const refused = await refuseNonce(call);
  if (refused) return refused;
  const productId = idOf(fields, "product_id");
  const storeFacts = await visit.facts();
  const found = productId === undefined ? undefined : await details.find(productId, storeFacts, clock.now());
  const { settings, zones } = storeFacts;
  if (!found) {
    const t = translator(settings.language);
    return { html: t("catalogue.quick.notFound"), status: 404, contentType: "text/plain; charset=UTF-8" };
  }
  const { product } = found;
  return {
    html: markupOf(
      <QuickCheckout
        product={product}
        choice={initialChoice(product)}
        maxEmbedded={settings.variation_threshold}
        choiceButtons={settings.choice_buttons}
        delivery={deliveryPromise(zones, settings, clock.now())}
        payments={paymentPromises(settings)}
      />,
      settings,
    ),
  };
}

const guard = siteCalls.qcfw_checkout_quick_view;

/**
 * Returns the answer to an invalid nonce; null if the request is accepted. The answer contains only public data, so
 * same-origin requests need no valid nonce (the page may be old, or from before a sign-out), and signed-in users may send
 * the nonce that all guests share.
 */
async function refuseNonce({ nonces, visit, fields }: Call): Promise<CallAnswer> {
  if (!guard?.bad || visit.isSameOrigin) return null;
  const holder = await visit.session.nonceHolder();
  const isValid = [holder, anyGuest].some((candidate) => hasValidNonce(nonces, guard, fields, candidate));
  return isValid ? null : badNonceAnswer(guard.bad);
}
