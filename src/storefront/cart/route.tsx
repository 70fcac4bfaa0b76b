import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pageRequests } from "#http/nonce-actions.ts";
import { recheckedCart } from "#http/visitor-cart.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { listCrossSellIds } from "#shop/cart/cross-sells.ts";
import type { PageView } from "../rendering/page-view.ts";
import type { PersonalServices } from "../rendering/personal-services.ts";
import { answerPersonalPage, type PageRequest } from "../rendering/public-page.ts";
import { CartPage } from "./page.tsx";

/** GET /cart/; a form that nobody else understood leads here too. */
export function cartRoute(app: FastifyInstance, services: PersonalServices): void {
  app.get(routes.cart(), (request, reply) =>
    answerPersonalPage(services, request, reply, (page) => loadCart(services, request, reply, page)),
  );
  app.post(routes.cart(), (_, reply) => reply.header("cache-control", "no-store").redirect(routes.cart(), 303));
}

async function loadCart(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { facts, now }: PageRequest,
): Promise<PageView> {
  const cart = await recheckedCart({ ...services, request, reply }, "now");
  const inCart = [...new Set(cart.lines.map((line) => line.productId))];
  const ids = inCart.length === 0 ? services.popularIds() : listCrossSellIds(services.db, inCart, 4);
  const offered = await services.cards.list(await ids, facts, now);
  return {
    title: translator(facts.settings.language)("cart.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "cart",
    flags: { isCart: true },
    cartItemCount: cart.itemCount,
    content: (
      <CartPage
        cart={cart}
        nonce={await services.nonceOf(request, reply, "woocommerce-cart")}
        calculatorNonce={await services.nonceOf(request, reply, pageRequests.calc_shipping.action)}
        suggestions={offered.cards}
      />
    ),
    tags: [],
  };
}
