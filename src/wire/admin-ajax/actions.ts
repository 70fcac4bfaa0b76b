import { refuseByNotice } from "../wc-ajax/closed-store.tsx";
import type { Endpoint } from "../wc-ajax/door.ts";
import { answerLiveOrders } from "../wc-ajax/pisol-live-orders.ts";
import { answerQuickView } from "./qcfw-checkout-quick-view.tsx";
import { answerUpdateCheckoutCart, refuseLine } from "./qcfw-update-checkout-cart.tsx";
import { answerRestNonce } from "./rest-nonce.ts";
import { wishlistActions } from "./wishlist/wishlist-actions.ts";

/** The calls of the general door by action, in addition to the shop's endpoints. */
export const siteActions: Readonly<Record<string, Endpoint>> = {
  "rest-nonce": { answer: answerRestNonce, changes: false },
  pisol_live_orders: { answer: answerLiveOrders, changes: false },
  qcfw_checkout_quick_view: {
    answer: answerQuickView,
    changes: false,
    checksNonce: true,
    whenClosed: refuseByNotice,
  },
  qcfw_update_checkout_cart: { answer: answerUpdateCheckoutCart, changes: true, whenClosed: refuseLine },
  ...wishlistActions,
};
