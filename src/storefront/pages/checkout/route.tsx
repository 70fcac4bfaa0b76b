import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { visitorCart } from "#http/visitor-cart.ts";
import type { Translate } from "#platform/messages/catalogue.ts";
import { translator } from "#platform/messages/translate.ts";
import { routes } from "#routes";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { type CheckoutFault, deliveredCountries, requiredFields } from "#shop/orders/checkout.rules.ts";
import { paymentMethods } from "#shop/payments/payment-methods.ts";
import { faultMessage } from "../../fragments/fault-message.ts";
import type { PageView } from "../../page-view.ts";
import type { PersonalServices } from "../../personal-services.ts";
import { answerPersonalPage, type PageRequest } from "../../public-page.ts";
import type { CheckoutError } from "./billing-fields.tsx";
import { CheckoutPage } from "./page.tsx";

/** GET /checkout/, and the same page again after a refused POST. An empty cart leads to the cart page. */
export function checkoutRoute(app: FastifyInstance, services: PersonalServices): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const cart = await visitorCart({ ...services, request, reply });
    if (cart.lines.length === 0) return reply.header("cache-control", "no-store").redirect(routes.cart(), 302);
    return answerPersonalPage(services, request, reply, (page) => loadCheckout(services, request, reply, page, cart));
  };
  app.get(routes.checkout(), answer);
  app.post(routes.checkout(), answer);
}

async function loadCheckout(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { facts }: PageRequest,
  cart: CurrentCart,
): Promise<PageView> {
  const t = translator(facts.settings.language);
  const refused = services.refusedCheckoutOf(request);
  const [cartNonce, nonce] = await Promise.all([
    services.nonceOf(request, reply, "woocommerce-cart"),
    services.nonceOf(request, reply, "woocommerce-process_checkout"),
  ]);
  return {
    title: t("checkout.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "checkout",
    frame: "checkout",
    flags: { isCheckout: true },
    content: (
      <CheckoutPage
        cart={cart}
        billing={refused?.form.billing ?? { country: deliveredCountries[0] }}
        note={refused?.form.note ?? ""}
        required={requiredFields}
        countries={deliveredCountries.map((code) => ({ code, name: t(`checkout.country.${code}`) }))}
        errors={(refused?.faults ?? []).map((fault) => checkoutError(fault, t))}
        payment={{
          methods: paymentMethods.map(({ id, title }) => ({ id, title })),
          chosen: refused?.paymentMethodId || (paymentMethods[0]?.id ?? ""),
          total: cart.total,
          cartHash: cart.hash,
          isDelivered: cart.shipping !== null,
          nonce,
        }}
        cartNonce={cartNonce}
        hiddenFields={{ chowk_checkout_attempt: randomUUID() }}
        signInHref={null}
      />
    ),
    tags: [],
  };
}

/** What is wrong, in words, and with which field of this page. The company and a lone country are not to be seen here. */
function checkoutError(fault: CheckoutFault, t: Translate): CheckoutError {
  const isUnseen = fault.field === "company" || (fault.field === "country" && deliveredCountries.length === 1);
  const isHere = fault.part !== "shipping" && !isUnseen;
  return { field: isHere ? fault.field : null, message: faultMessage(fault, t) };
}
