import type { FastifyInstance } from "fastify";
import { pageRequests } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { listCrossSellIds } from "#shop/cart/cross-sells.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { CartPage } from "./page.tsx";

/** Registers GET /cart/. Posts that no other handler accepts are sent here too. */
export function cartRoute(app: FastifyInstance, services: PageServices): void {
  app.get(routes.cart(), ({ visit }) => answerPersonalPage(services, visit, (page) => loadCart(services, visit, page)));
  app.post(routes.cart(), (_, reply) => reply.header("cache-control", "no-store").redirect(routes.cart(), 303));
}

async function loadCart(services: PageServices, visit: Visit, { facts, now }: PageRequest): Promise<PageView> {
  const cart = await visit.recheckedCart("now");
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
    content: (
      <CartPage
        cart={cart}
        nonce={await visit.nonce("woocommerce-cart")}
        calculatorNonce={await visit.nonce(pageRequests.calc_shipping.action)}
        suggestions={offered.cards}
      />
    ),
    tags: [],
  };
}
