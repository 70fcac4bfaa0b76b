import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { translator } from "#platform/messages/translate.ts";
import { routes } from "#routes";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { cartOfNobody, getCart } from "#shop/cart/carts.ts";
import { toCard } from "#shop/catalogue/product-card.ts";
import { listPopularProducts } from "#shop/catalogue/products.ts";
import type { PageView } from "../../page-view.ts";
import type { PersonalServices } from "../../personal-services.ts";
import { answerPersonalPage, type PageRequest } from "../../public-page.ts";
import { CartPage } from "./page.tsx";

/** GET /cart/ */
export function cartRoute(app: FastifyInstance, services: PersonalServices): void {
  app.get(routes.cart(), (request, reply) =>
    answerPersonalPage(services, request, reply, (page) => loadCart(services, request, reply, page)),
  );
}

async function loadCart(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageRequest,
): Promise<PageView> {
  const { facts, now, notices } = page;
  const cart = await cartOf(services, request, reply, page);
  const popular = cart.lines.length === 0 ? await listPopularProducts(services.db, 4) : [];
  const context = { settings: facts.settings, categories: facts.categories, now };
  return {
    title: translator(facts.settings.language)("cart.title"),
    description: "",
    canonicalPath: null,
    bodyClass: "cart",
    flags: { isCart: true },
    content: (
      <CartPage
        cart={cart}
        notices={notices}
        nonce={await services.nonceOf(request, reply, "woocommerce-cart")}
        takesCoupons={false}
        suggestions={popular.map((record) => toCard(record, context))}
      />
    ),
    tags: [],
  };
}

/** The visitor's cart as it is now; empty for one without a session. */
export async function cartOf(
  { db, visitors }: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { facts, now }: Pick<PageRequest, "facts" | "now">,
): Promise<CurrentCart> {
  const session = await visitors.find(request, reply);
  return session ? getCart(db, session.id, facts.settings, now) : cartOfNobody(facts.settings);
}
