import { refuseByNotice } from "../wc-ajax/closed-store.tsx";
import type { Endpoint } from "../wc-ajax/door.ts";
import { answerLiveOrders } from "../wc-ajax/pisol-live-orders.ts";
import { answerQuickView } from "./qcfw-checkout-quick-view.tsx";
import { answerUpdateCheckoutCart, refuseLine } from "./qcfw-update-checkout-cart.tsx";
import { answerRestNonce } from "./rest-nonce.ts";
import { answerEvent } from "./tracking/fca-pc-event.ts";
import { answerPixelPayloads } from "./tracking/fca-pc-woo-ajax-add-to-cart.ts";
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
  fca_pc_capi_event: { answer: answerEvent("meta"), changes: true },
  fca_pc_tiktok_api_event: { answer: answerEvent("tiktok"), changes: true },
  fca_pc_snapchat_api_event: { answer: answerEvent("snapchat"), changes: true },
  fca_pc_pinterest_api_event: { answer: answerEvent("pinterest"), changes: true },
  fca_pc_reddit_api_event: { answer: answerEvent(null), changes: true },
  fca_pc_woo_ajax_add_to_cart: { answer: answerPixelPayloads, changes: false },
  ...wishlistActions,
};
