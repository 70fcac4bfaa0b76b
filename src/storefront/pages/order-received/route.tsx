import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { translator } from "#platform/messages/translate.ts";
import { patterns, routes } from "#routes";
import { findOrderByKey } from "#shop/orders/orders.ts";
import type { PageView } from "../../page-view.ts";
import type { PersonalServices } from "../../personal-services.ts";
import { answerPersonalPage, type PageRequest } from "../../public-page.ts";
import { orderPictures } from "./order-pictures.ts";
import { OrderReceivedPage } from "./page.tsx";
import { purchaseData } from "./purchase-data.tsx";

/**
 * GET /checkout/order-received/{id}/?key=: who holds the key sees the order, and of an order of an account only its owner;
 * anybody else a plain thank-you.
 */
export function orderReceivedRoute(app: FastifyInstance, services: PersonalServices): void {
  app.get<{ Params: { id: string } }>(patterns.orderReceived, (request, reply) =>
    answerPersonalPage(services, request, reply, (page) => loadOrder(services, request, reply, page)),
  );
}

async function loadOrder(
  services: PersonalServices,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  page: PageRequest,
): Promise<PageView> {
  const { facts, query } = page;
  const found = await findOrderByKey(services.db, Number(request.params.id), query.get("key") ?? "", facts.settings);
  const isOthers = found?.userId && (await services.visitors.find(request, reply))?.user?.id !== found.userId;
  const order = isOthers ? undefined : found;
  return {
    title: translator(facts.settings.language)("pages.orderReceived"),
    description: "",
    canonicalPath: null,
    bodyClass: "order-received",
    flags: { isCheckout: true, isOrderReceived: true },
    content: (
      <OrderReceivedPage
        order={order ?? null}
        signInHref={isOthers ? routes.signIn(routes.viewOrder(found.id)) : null}
        pictures={order ? await orderPictures(services, order, page) : new Map()}
        arrival={null}
        timeZone="UTC"
        data={order ? await purchaseData(services, order, page) : null}
      />
    ),
    tags: [],
  };
}
