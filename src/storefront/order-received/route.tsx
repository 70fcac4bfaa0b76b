import type { FastifyInstance } from "fastify";
import { pageRequests } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import { translator } from "#messages/translate.ts";
import { patterns, routes } from "#routes";
import { findOrderAccess } from "#shop/orders/order-access.ts";
import { getOrder } from "#shop/orders/orders.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { orderPictures } from "./fragments/order-pictures.ts";
import { OrderReceivedPage } from "./page.tsx";
import { purchaseData } from "./purchase-data.tsx";
import { VerifyForm } from "./verify-form.tsx";

/**
 * GET /checkout/order-received/{id}/?key=: of an order of an account its owner sees all; of a guest's who holds the key, from
 * the session that placed it, for ten minutes from anywhere, and later after telling its phone or e-mail; anybody else a plain
 * thank-you.
 */
export function orderReceivedRoute(app: FastifyInstance, services: PageServices): void {
  app.get<{ Params: { id: string } }>(patterns.orderReceived, ({ params, visit }) =>
    answerPersonalPage(services, visit, (page) => loadOrder(services, visit, Number(params.id), page)),
  );
}

async function loadOrder(services: PageServices, visit: Visit, id: number, page: PageRequest): Promise<PageView> {
  const { facts, query, now } = page;
  const session = await visit.session.find();
  const key = query.get("key") ?? "";
  const asker = { id, key, userId: session?.user?.id ?? null, sessionId: session?.id ?? null };
  const { access, isOwn, hasEmail } = await findOrderAccess(services.db, asker, now);
  const order = access === "order" ? await getOrder(services.db, id, facts.settings) : null;
  const nonce = () => visit.nonce(pageRequests.verify_order.action);
  // The order took its cart along; what lies there now was put there since, and the browser's cookies are told so.
  const cart = await visit.cart();
  return {
    title: translator(facts.settings.language)("pages.orderReceived"),
    description: "",
    canonicalPath: null,
    bodyClass: "order-received",
    flags: { isCheckout: true, isOrderReceived: true },
    cartItemCount: cart.itemCount,
    content: (
      <OrderReceivedPage
        order={order}
        signInHref={access === "sign-in" ? routes.signIn(routes.viewOrder(id)) : null}
        question={
          access === "question" ? (
            <VerifyForm action={routes.orderReceived(id, key)} nonce={await nonce()} hasEmail={hasEmail} />
          ) : null
        }
        pictures={order ? await orderPictures(services, order, page) : new Map()}
        orderedAgo={order && isOwn ? Math.round((now.getTime() - order.createdAt.getTime()) / 1000) : null}
        arrival={null}
        timeZone="UTC"
        data={order ? await purchaseData(services, order, page, isOwn && visit.isLookedAt) : null}
        storeCountry={page.facts.settings.store_country}
      />
    ),
    tags: [],
  };
}
