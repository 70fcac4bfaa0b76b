// Requests that change state and are accepted on any page: ?add-to-cart=, chowk_add_all, ?remove_item=, ?undo_item=, ?save_for_later=,
// ?move_to_cart=, ?remove_coupon=, chowk_restore_cart, the cart form, the shipping calculator, order verification, the mailed order link,
// back-in-stock requests, the links and forms of the wishlist and the coming-soon banner's Dismiss.
import type { FastifyReply, FastifyRequest } from "fastify";
import { pageRequests as guards } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { isClosedTo } from "../wc-ajax/closed-store.tsx";
import type { Call, Entrance } from "../wc-ajax/entrance.ts";
import { fieldsOf, hasField } from "../wc-ajax/fields.ts";
import { backInStockRequest } from "./back-in-stock.ts";
import { addAllRequest } from "./cart/add-all.ts";
import { addToCartRequest, offerProduct } from "./cart/add-to-cart.ts";
import { estimateShippingRequest } from "./cart/estimate-shipping.ts";
import { moveToCartRequest } from "./cart/move-to-cart.ts";
import { removeCouponRequest } from "./cart/remove-coupon.ts";
import { removeItemRequest } from "./cart/remove-item.ts";
import { restoreCartRequest } from "./cart/restore-cart.ts";
import { saveForLaterRequest } from "./cart/save-for-later.ts";
import { undoItemRequest } from "./cart/undo-item.ts";
import { updateCartRequest } from "./cart/update-cart.ts";
import { dismissBannerRequest } from "./content/dismiss-banner.ts";
import { sendOrderLinkRequest } from "./orders/send-order-link.ts";
import { verifyOrderRequest } from "./orders/verify-order.ts";
import { pathWithSelection } from "./return-paths.ts";
import { wishlistRequests } from "./wishlist/wishlist-requests.ts";

/** Returns the path to redirect to; undefined to render the requested page. */
export type PageRequest = (call: Call) => Promise<string | undefined>;

export interface KnownRequest {
  fields: readonly string[];
  answer: PageRequest;
  /** Whether the request is refused while the store is not open yet. */
  needsOpenStore: boolean;
  /** Returns where a link on another site leads instead; without it, the requested page is shown and nothing changes. */
  fromElsewhere?: PageRequest;
}

const cartForm = ["update_cart", "apply_coupon", "proceed", "woocommerce-cart-nonce"];

/** Requests by the fields that identify them; the first match wins. */
const shopRequests: readonly KnownRequest[] = [
  { fields: ["remove_item"], answer: removeItemRequest, needsOpenStore: true },
  { fields: ["undo_item"], answer: undoItemRequest, needsOpenStore: true },
  { fields: ["save_for_later"], answer: saveForLaterRequest, needsOpenStore: true },
  { fields: ["move_to_cart"], answer: moveToCartRequest, needsOpenStore: true },
  { fields: ["remove_coupon"], answer: removeCouponRequest, needsOpenStore: true },
  { fields: cartForm, answer: updateCartRequest, needsOpenStore: true },
  { fields: ["calc_shipping"], answer: estimateShippingRequest, needsOpenStore: true },
  { fields: [guards.verify_order.field], answer: verifyOrderRequest, needsOpenStore: false },
  { fields: [guards.send_order_link.field], answer: sendOrderLinkRequest, needsOpenStore: false },
  { fields: ["chowk_dismiss_coming_soon"], answer: dismissBannerRequest, needsOpenStore: false },
  { fields: ["chowk_restore_cart"], answer: restoreCartRequest, needsOpenStore: true },
  { fields: ["chowk_add_all"], answer: addAllRequest, needsOpenStore: true },
  { fields: ["back-in-stock"], answer: backInStockRequest, needsOpenStore: true },
  { fields: ["add-to-cart"], answer: addToCartRequest, needsOpenStore: true, fromElsewhere: offerProduct },
];

const pageRequests = [...shopRequests, ...wishlistRequests];

/** Returns a `preHandler` hook for the whole app, to register after the shop door. */
export function pageRequestsHook(entrance: Entrance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method !== "GET" && request.method !== "POST") return undefined;
    const fields = fieldsOf(request);
    // The general door's calls have the same fields.
    const possible = request.visit.path === routes.siteCall() ? shopRequests : pageRequests;
    const found = possible.find((known) => known.fields.some((field) => hasField(fields, field)));
    if (!found) return undefined;
    const call = { ...entrance, visit: request.visit, fields };
    if (call.visit.isForeignLink) {
      const place = await found.fromElsewhere?.(call);
      return place === undefined ? undefined : redirectTo(reply, place);
    }
    if (call.visit.guardStateChange()) return reply;
    // The shop page shows the coming-soon message.
    if (found.needsOpenStore && (await isClosedTo(call))) return redirectTo(reply, routes.shop());
    const target = await found.answer(call);
    // Sets the cart cookies, which invalidate the browser's stored copy of the cart.
    await call.visit.cart();
    if (target !== undefined) return redirectTo(reply, target);
    return request.method === "POST" && request.is404 ? renderByGet(call) : undefined;
  };
}

function redirectTo(reply: FastifyReply, target: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(target, 302);
}

/** Redirects a POST to a page without a POST route to the same page by GET, with the form's selection in the query. */
function renderByGet({ visit: { request, reply }, fields }: Call): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(pathWithSelection(request.url, fields), 303);
}
