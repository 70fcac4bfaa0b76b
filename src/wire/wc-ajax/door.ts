// The shop door, /?wc-ajax={endpoint}: any page's path, GET or POST; what changes something by POST, or by GET from our own pages.
import type { FastifyReply, FastifyRequest } from "fastify";
import { type BadNonceAnswer, shopCalls } from "#http/guards/nonce-actions.ts";
import { answerAddToCart } from "./cart/add-to-cart.ts";
import { answerApplyCoupon } from "./cart/apply-coupon.tsx";
import { answerRestoreLine } from "./cart/chowk-restore-line.ts";
import { answerSetQuantity } from "./cart/chowk-set-quantity.ts";
import { answerGetCartTotals } from "./cart/get-cart-totals.tsx";
import { answerGetRefreshedFragments } from "./cart/get-refreshed-fragments.ts";
import { answerRemoveCoupon } from "./cart/remove-coupon.ts";
import { answerRemoveFromCart } from "./cart/remove-from-cart.ts";
import { answerCheckout } from "./checkout/checkout.tsx";
import { answerUpdateOrderReview } from "./checkout/update-order-review.tsx";
import {
  isClosedTo,
  refuseAdd,
  refuseByNotice,
  refuseChange,
  refuseCheckout,
  refuseReview,
  refuseSilently,
} from "./closed-store.tsx";
import { answerGetCustomerLocation } from "./delivery/get-customer-location.ts";
import { answerUpdateShippingMethod } from "./delivery/update-shipping-method.tsx";
import type { Call, CallAnswer, CallHandler, Entrance } from "./entrance.ts";
import { fieldsOf } from "./fields.ts";
import { answerGetVariation } from "./get-variation.ts";
import { answerLiveOrders } from "./pisol-live-orders.ts";

export interface Endpoint {
  answer: CallHandler;
  /** Answers instead while the store is not open to the caller, before any other check; undefined: always available. */
  whenClosed?: CallHandler;
  /** Whether it changes state: links, cross-site requests and all methods but GET and POST are then refused. */
  changes: boolean;
  /** Checks its nonce itself, because its answer to a bad nonce is not the standard one. */
  checksNonce?: true;
}

/** An endpoint that is closed while the store is not open yet. */
interface StoreEndpoint extends Endpoint {
  whenClosed: CallHandler;
}

/** All endpoints by protocol name. */
export const endpoints: Readonly<Record<string, StoreEndpoint>> = {
  add_to_cart: { answer: answerAddToCart, changes: true, whenClosed: refuseAdd },
  remove_from_cart: { answer: answerRemoveFromCart, changes: true, whenClosed: refuseChange },
  chowk_set_quantity: { answer: answerSetQuantity, changes: true, whenClosed: refuseChange },
  chowk_restore_line: { answer: answerRestoreLine, changes: true, whenClosed: refuseChange },
  get_refreshed_fragments: { answer: answerGetRefreshedFragments, changes: false, whenClosed: refuseSilently },
  get_variation: { answer: answerGetVariation, changes: false, whenClosed: refuseSilently },
  get_cart_totals: { answer: answerGetCartTotals, changes: false, whenClosed: refuseSilently },
  apply_coupon: { answer: answerApplyCoupon, changes: true, whenClosed: refuseByNotice },
  remove_coupon: { answer: answerRemoveCoupon, changes: true, whenClosed: refuseByNotice },
  update_shipping_method: { answer: answerUpdateShippingMethod, changes: true, whenClosed: refuseSilently },
  update_order_review: { answer: answerUpdateOrderReview, changes: true, whenClosed: refuseReview },
  checkout: { answer: answerCheckout, changes: true, checksNonce: true, whenClosed: refuseCheckout },
  get_customer_location: { answer: answerGetCustomerLocation, changes: false, whenClosed: answerGetCustomerLocation },
  pisol_live_orders: { answer: answerLiveOrders, changes: false, whenClosed: answerLiveOrders },
};

/** Returns a `preHandler` hook for the whole app: answers requests whose query has `wc-ajax`; others pass through. */
export function shopDoor(entrance: Entrance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const requested = (request.query as Record<string, unknown>)["wc-ajax"];
    if (requested === undefined) return undefined;
    const name = typeof requested === "string" ? requested : "";
    const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
    const { visit } = request;
    if (endpoint) visit.callName = `wc-ajax ${name}`;
    if (endpoint?.changes && visit.guardStateChange("call")) return reply;
    const call = { ...entrance, visit, fields: fieldsOf(request) };
    return sendAnswer(reply, endpoint ? await answerGuarded(name, endpoint, call) : null, "");
  };
}

/** Returns the endpoint's answer, or the standard answer to an invalid nonce. */
async function answerGuarded(name: string, endpoint: Endpoint, call: Call): Promise<CallAnswer> {
  if (endpoint.whenClosed && (await isClosedTo(call))) return endpoint.whenClosed(call);
  const guard = Object.hasOwn(shopCalls, name) ? shopCalls[name] : undefined;
  if (guard?.bad && !endpoint.checksNonce && !(await call.visit.hasValidNonce(guard, call.fields)))
    return badNonceAnswer(guard.bad);
  return endpoint.answer(call);
}

/** Returns the standard answer to an invalid nonce. */
export function badNonceAnswer({
  body,
  status,
  contentType,
}: Omit<BadNonceAnswer, "status"> & { status: number }): CallAnswer {
  return { html: body, status, contentType };
}

/** Sends an answer with the protocol's headers. @param silence the body of an empty answer */
export function sendAnswer(reply: FastifyReply, answer: CallAnswer, silence: string): FastifyReply {
  reply.headers({
    "cache-control": "no-cache, must-revalidate, max-age=0, no-store, private",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
  });
  if (answer !== null && "json" in answer)
    return reply.code(200).type("application/json; charset=UTF-8").send(JSON.stringify(answer.json));
  return reply
    .code(answer?.status ?? 200)
    .type(answer?.contentType ?? "text/html; charset=UTF-8")
    .send(answer?.html ?? silence);
}
