import type { FastifyInstance } from "fastify";
import { pageRequests } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { listCrossSellIds } from "#shop/cart/cross-sells.ts";
import { cartTracking } from "#shop/tracking/page-tracking.rules.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { takeAdded } from "../tracking/fragments/take-added.ts";
import { cartData } from "./fragments/cart-data.tsx";
import { calculatorForm } from "./fragments/shipping-calculator.tsx";
import { CartPage } from "./page.tsx";

/** Registers the cart. A post shows a refused delivery estimate again; all others that no handler accepts lead to the cart. */
export function cartRoute(app: FastifyInstance, services: PageServices): void {
  const answer = (visit: Visit) => answerPersonalPage(services, visit, (page) => loadCart(services, visit, page));
  app.get(routes.cart(), ({ visit }) => answer(visit));
  app.post(routes.cart(), ({ visit }, reply) =>
    visit.findRefusedForm(calculatorForm)
      ? answer(visit)
      : reply.header("cache-control", "no-store").redirect(routes.cart(), 303),
  );
}

async function loadCart(services: PageServices, visit: Visit, { facts, now }: PageRequest): Promise<PageView> {
  const cart = await visit.recheckedCart("now");
  visit.cookies.setKnownCart(cart);
  const inCart = [...new Set(cart.lines.map((line) => line.productId))];
  const ids = inCart.length === 0 ? services.popularIds() : listCrossSellIds(services.db, inCart, 4);
  const offered = await services.cards.list(await ids, facts, now);
  return {
    title: translator(facts.settings.language)("cart.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "cart",
    flags: { isCart: true, hasPlaceFields: Boolean(cart.delivery) },
    cartItemCount: cart.itemCount,
    tracking: {
      ...cartTracking(cart),
      facts: takeAdded(visit, cart, facts.settings),
      forScripts: { cart: cartData(cart) },
    },
    content: (
      <CartPage
        cart={cart}
        nonce={await visit.nonce("woocommerce-cart")}
        calculatorNonce={await visit.nonce(pageRequests.calc_shipping.action)}
        refusedCalculator={visit.findRefusedForm(calculatorForm)}
        suggestions={offered.cards}
      />
    ),
    tags: [],
  };
}
