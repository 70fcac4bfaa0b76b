// Requests that change something on whichever page they are sent to: ?add-to-cart=, ?remove_item=, ?undo_item=, ?remove_coupon=, the cart form, its estimate of the delivery,
// the coming-soon banner's Dismiss, the question whose order it is, the request for news of what is out of stock.
import type { FastifyReply, FastifyRequest } from "fastify";
import { pageRequests as guards } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import type { Call, Entrance } from "../wc-ajax/entrance.ts";
import { fieldsOf, hasField } from "../wc-ajax/fields.ts";
import { isClosedTo } from "../wc-ajax/when-closed.tsx";
import { addToCartRequest } from "./add-to-cart.ts";
import { backInStockRequest } from "./back-in-stock.ts";
import { dismissBannerRequest } from "./dismiss-banner.ts";
import { estimateShippingRequest } from "./estimate-shipping.ts";
import { pathWithTyped } from "./path-with-typed.ts";
import { removeCouponRequest } from "./remove-coupon.ts";
import { removeItemRequest } from "./remove-item.ts";
import { undoItemRequest } from "./undo-item.ts";
import { updateCartRequest } from "./update-cart.ts";
import { verifyOrderRequest } from "./verify-order.ts";

/** Where the browser goes now; undefined: the page that was asked for is rendered, with what waits for it. */
export type PageRequest = (call: Call) => Promise<string | undefined>;

interface KnownRequest {
  fields: readonly string[];
  answer: PageRequest;
  /** Whether it is about what is sold: then it is closed while the store is. */
  isOfStore: boolean;
}

const cartForm = ["update_cart", "apply_coupon", "proceed", "woocommerce-cart-nonce"];

/** Which fields make which request, the first one that fits being the one. */
const pageRequests: readonly KnownRequest[] = [
  { fields: ["remove_item"], answer: removeItemRequest, isOfStore: true },
  { fields: ["undo_item"], answer: undoItemRequest, isOfStore: true },
  { fields: ["remove_coupon"], answer: removeCouponRequest, isOfStore: true },
  { fields: cartForm, answer: updateCartRequest, isOfStore: true },
  { fields: ["calc_shipping"], answer: estimateShippingRequest, isOfStore: true },
  { fields: [guards.verify_order.field], answer: verifyOrderRequest, isOfStore: false },
  { fields: ["chowk_dismiss_coming_soon"], answer: dismissBannerRequest, isOfStore: false },
  { fields: ["back-in-stock"], answer: backInStockRequest, isOfStore: true },
  { fields: ["add-to-cart"], answer: addToCartRequest, isOfStore: true },
];

/** A `preHandler` hook of the whole app, after the shop door: does what the address or the form asks, then goes on. */
export function pageRequestsHook(entrance: Entrance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method !== "GET" && request.method !== "POST") return undefined;
    const fields = fieldsOf(request);
    const found = pageRequests.find((one) => one.fields.some((field) => hasField(fields, field)));
    if (!found) return undefined;
    if (request.visit.guardStateChange()) return reply;
    const call = { ...entrance, visit: request.visit, fields };
    // The shop's page says that it opens soon.
    if (found.isOfStore && (await isClosedTo(call))) return leadTo(reply, routes.shop());
    const target = await found.answer(call);
    // The cookies tell the browser's stored copy of the cart that it is old.
    await call.visit.cart();
    if (target !== undefined) return leadTo(reply, target);
    return request.method === "POST" && request.is404 ? renderByGet(call) : undefined;
  };
}

function leadTo(reply: FastifyReply, target: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(target, 302);
}

/** A page that takes no forms is read anew, where what waits for it is shown, with what the form had chosen. */
function renderByGet({ visit: { request, reply }, fields }: Call): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(pathWithTyped(request.url, fields), 303);
}
