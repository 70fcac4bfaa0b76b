import type { FastifyInstance } from "fastify";
import { translator } from "#platform/messages/translate.ts";
import { patterns } from "#routes";
import type { Picture } from "#shop/catalogue/picture.ts";
import type { Order } from "#shop/orders/order.ts";
import { findOrderByKey } from "#shop/orders/orders.ts";
import type { PageView } from "../../page-view.ts";
import type { PersonalServices } from "../../personal-services.ts";
import { answerPersonalPage, type PageRequest } from "../../public-page.ts";
import { OrderReceivedPage } from "./page.tsx";

/** GET /checkout/order-received/{id}/?key=: who holds the key sees the order; anybody else a plain thank-you. */
export function orderReceivedRoute(app: FastifyInstance, services: PersonalServices): void {
  app.get<{ Params: { id: string } }>(patterns.orderReceived, (request, reply) =>
    answerPersonalPage(services, request, reply, (page) => loadOrder(services, Number(request.params.id), page)),
  );
}

async function loadOrder(services: PersonalServices, id: number, page: PageRequest): Promise<PageView> {
  const { facts, query } = page;
  const order = await findOrderByKey(services.db, id, query.get("key") ?? "", facts.settings);
  return {
    title: translator(facts.settings.language)("pages.orderReceived"),
    description: "",
    canonicalPath: null,
    bodyClass: "order-received",
    flags: { isCheckout: true, isOrderReceived: true },
    content: (
      <OrderReceivedPage
        order={order ?? null}
        pictures={order ? await picturesOf(services, order, page) : new Map()}
        arrival={null}
        timeZone="UTC"
      />
    ),
    tags: [],
  };
}

async function picturesOf(
  { cards }: PersonalServices,
  order: Order,
  { facts, now }: PageRequest,
): Promise<Map<number, Picture>> {
  const ids = order.lines.flatMap(({ productId }) => productId ?? []);
  const shown = await cards.list([...new Set(ids)], facts, now);
  return new Map(shown.cards.flatMap(({ id, pictures: [first] }) => (first ? [[id, first] as const] : [])));
}
