import type { FastifyInstance } from "fastify";
import { pageRequests } from "#http/guards/nonce-actions.ts";
import type { Visit } from "#http/visit/visit.ts";
import { consentOf } from "#http/visit/visit-consent.ts";
import { translator } from "#messages/translate.ts";
import { patterns, routes } from "#routes";
import { asksForConsent } from "#shop/consent/consent.rules.ts";
import type { Order } from "#shop/orders/order.ts";
import { findOrderAccess } from "#shop/orders/order-access.ts";
import { getOrder } from "#shop/orders/orders.ts";
import { OrderGoods } from "../downloads/fragments/digital-goods.tsx";
import { loadOrderGoods } from "../downloads/fragments/load-order-goods.ts";
import type { PageView } from "../rendering/page-view.ts";
import { answerPersonalPage, type PageRequest, type PageServices } from "../rendering/public-page.ts";
import { hasThirdParties } from "../rendering/without-third-parties.ts";
import { orderPictures } from "./fragments/order-pictures.ts";
import { OrderReceivedPage } from "./page.tsx";
import { purchaseData } from "./purchase-data.tsx";
import { VerifyForm } from "./verify-form.tsx";

/**
 * Registers GET /checkout/order-received/{id}/?key=. Shows an account's order to its owner. Shows a guest's order, with
 * the key, to the session that placed it, to anyone for ten minutes, and later after the phone number or email is
 * verified. Where pages have scripts of other sites, its owner is redirected to an address without the key. Others get a plain thank-you page.
 */
export function orderReceivedRoute(app: FastifyInstance, services: PageServices): void {
  app.get<{ Params: { id: string } }>(patterns.orderReceived, async ({ params, visit }, reply) => {
    const id = Number(params.id);
    const key = new URL(visit.request.url, visit.siteUrl).searchParams.get("key");
    // Networks read addresses, so the buyer goes on to one without the key.
    if (key !== null && visit.isViewed && hasThirdParties((await visit.facts()).settings)) {
      const { isOwn } = await accessTo(services, visit, id, key);
      if (isOwn) return reply.header("cache-control", "no-store").redirect(routes.ownOrderReceived(id), 302);
    }
    return answerPersonalPage(services, visit, (page) => loadOrder(services, visit, id, page));
  });
}

async function accessTo({ db, clock }: PageServices, visit: Visit, id: number, key: string | null) {
  const session = await visit.session.find();
  const viewer = { id, key, userId: session?.user?.id ?? null, sessionId: session?.id ?? null };
  return findOrderAccess(db, viewer, clock.now());
}

async function loadOrder(services: PageServices, visit: Visit, id: number, page: PageRequest): Promise<PageView> {
  const { facts, query, now } = page;
  const key = query.has("own") ? null : (query.get("key") ?? "");
  const { access, isOwn, hasEmail } = await accessTo(services, visit, id, key);
  const order = access === "order" ? await getOrder(services.db, id, facts.settings) : null;
  const nonce = () => visit.nonce(pageRequests.verify_order.action);
  // Products in the cart now were added after the order, so the browser's cart cookies are updated.
  const cart = await visit.cart();
  const mayCount =
    !asksForConsent(facts.settings) || Object.values(consentOf(visit.request, facts.settings)).includes(true);
  const purchase = order && (await purchaseData(services, order, page, { isOwn: isOwn && visit.isViewed, mayCount }));
  return {
    title: translator(facts.settings.language)("pages.orderReceived"),
    description: "",
    canonicalPath: null,
    bodyClass: "order-received",
    flags: { isCheckout: true, isOrderReceived: true },
    cartItemCount: cart.itemCount,
    ...(purchase?.tracking && { tracking: purchase.tracking }),
    content: (
      <OrderReceivedPage
        order={order}
        signInHref={access === "sign-in" ? routes.signIn(routes.viewOrder(id)) : null}
        question={
          access === "question" ? (
            <VerifyForm action={routes.orderReceived(id, key ?? "")} nonce={await nonce()} hasEmail={hasEmail} />
          ) : null
        }
        pictures={order ? await orderPictures(services, order, page) : new Map()}
        orderedAgo={order && isOwn ? Math.round((now.getTime() - order.createdAt.getTime()) / 1000) : null}
        // Others may hold the link.
        goods={order && isOwn ? <OrderGoods {...(await loadOrderGoods(services, order, now))} /> : null}
        data={purchase?.data ?? null}
        storeCountry={page.facts.settings.store_country}
        whatsApp={facts.settings.shop_whatsapp}
        link={order && isOwn ? await linkOf(visit, order) : null}
      />
    ),
    tags: [],
  };
}

async function linkOf(visit: Visit, { id, key }: Order) {
  const path = routes.orderReceived(id, key);
  return { path, url: visit.siteUrl + path, nonce: await visit.nonce(pageRequests.send_order_link.action) };
}
