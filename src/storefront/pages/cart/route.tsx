import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { translator } from "#platform/messages/translate.ts";
import { routes } from "#routes";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { cartOfNobody } from "#shop/cart/carts.ts";
import { openCart } from "#shop/cart/open-cart.ts";
import { listPopularIds } from "#shop/catalogue/products.ts";
import type { PageView } from "../../page-view.ts";
import type { PersonalServices } from "../../personal-services.ts";
import { answerPersonalPage, type PageRequest } from "../../public-page.ts";
import { CartPage } from "./page.tsx";

/** GET /cart/ */
export function cartRoute(app: FastifyInstance, services: PersonalServices): void {
  app.get(routes.cart(), async (request, reply) => {
    const cart = await cartOf(services, request, reply);
    return answerPersonalPage(services, request, reply, (page) => loadCart(services, request, reply, page, cart));
  });
}

async function loadCart(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { facts, now, notices }: PageRequest,
  cart: CurrentCart,
): Promise<PageView> {
  const popularIds = cart.lines.length === 0 ? await listPopularIds(services.db, 4) : [];
  const popular = await services.cards.list(popularIds, facts, now);
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
        notices={notices}
        nonce={await services.nonceOf(request, reply, "woocommerce-cart")}
        takesCoupons={false}
        suggestions={popular.cards}
      />
    ),
    tags: [],
  };
}

/**
 * The visitor's cart as it is now; empty for one without a session. What is no longer sold leaves it with a notice: call
 * this before the page's notices are taken.
 */
export async function cartOf(
  { db, clock, facts, visitors }: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CurrentCart> {
  const [session, { settings }] = await Promise.all([visitors.find(request, reply), facts.get()]);
  return session ? openCart(db, session.id, settings, clock.now()) : cartOfNobody(settings);
}
