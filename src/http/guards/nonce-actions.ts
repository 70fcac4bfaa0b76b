/** Who may make the call. */
export type LoginState = "anyone" | "guest" | "user";

/** The exact response to an invalid nonce. */
export interface BadNonceAnswer {
  status: 200 | 403;
  contentType: "text/html; charset=UTF-8" | "application/json; charset=UTF-8" | "text/plain; charset=UTF-8";
  body: string;
}

export interface GuardedCall {
  login: LoginState;
  /** The field that carries the nonce, in body or query. */
  field: string;
  /** The action that the nonce is for. */
  action: string;
  /** undefined: the call's own file answers, because its response contains more. */
  bad: BadNonceAnswer | undefined;
}

const html = "text/html; charset=UTF-8";
const json = "application/json; charset=UTF-8";

/** The standard check's response. */
const minusOne: BadNonceAnswer = { status: 403, contentType: html, body: "-1" };
/** Clients pass the text to a parser that throws on it, so nothing is replaced or reloaded. */
const plainSentence: BadNonceAnswer = {
  status: 200,
  contentType: "text/plain; charset=UTF-8",
  body: "This page has expired. Please reload it and try again.",
};
const resultFalse: BadNonceAnswer = { status: 200, contentType: json, body: '{"result":false}' };
const noFragments: BadNonceAnswer = { status: 200, contentType: json, body: '{"fragments":[]}' };
const empty: BadNonceAnswer = { status: 200, contentType: html, body: "" };
const eventRefused: BadNonceAnswer = {
  status: 200,
  contentType: json,
  body: '{"success":false,"data":"This page has expired."}',
};

const shop = (action: string, bad: BadNonceAnswer = minusOne, field = "security"): GuardedCall => ({
  login: "anyone",
  field,
  action,
  bad,
});
/** A call whose own file answers an invalid nonce. */
const ownAnswer = (action: string, field: string): GuardedCall => ({ login: "anyone", field, action, bad: undefined });
const site = (action: string, bad: BadNonceAnswer): GuardedCall => shop(action, bad, "nonce");

/** The checkout form, sent as the call `checkout` or, without scripts, to the checkout page. */
export const checkoutForm = ownAnswer("woocommerce-process_checkout", "woocommerce-process-checkout-nonce");

/**
 * The calls of /?wc-ajax={name}, also available on admin-ajax.php as `woocommerce_{name}`. Calls not listed need no
 * nonce.
 */
export const shopCalls: Readonly<Record<string, GuardedCall>> = {
  update_order_review: shop("update-order-review"),
  apply_coupon: shop("apply-coupon"),
  remove_coupon: shop("remove-coupon"),
  update_shipping_method: shop("update-shipping-method"),
  checkout: checkoutForm,
};

const wishlistSiteCalls = {
  add_to_wishlist: site("add_to_wishlist", resultFalse),
  remove_from_wishlist: site("remove_from_wishlist", noFragments),
  delete_item: site("delete_item", resultFalse),
  save_title: site("save_title", resultFalse),
  save_privacy: site("save_privacy", resultFalse),
  load_fragments: site("load_fragments", resultFalse),
  load_mobile: site("load_mobile", noFragments),
  reload_wishlist_and_adding_elem: site("reload_wishlist_and_adding_elem", resultFalse),
  move_to_another_wishlist: site("move_to_another_wishlist", resultFalse),
  remove_from_all_wishlists: site("remove_from_all_wishlists", resultFalse),
  sort_wishlist_items: site("sort_wishlist_items", empty),
  update_item_quantity: site("update_item_quantity", empty),
  ask_an_estimate: site("ask_an_estimate", resultFalse),
} as const satisfies Readonly<Record<string, GuardedCall>>;

/** The wishlist's calls of /wp-admin/admin-ajax.php. Each has a nonce of its own name. */
export const wishlistCalls = Object.keys(wishlistSiteCalls) as readonly (keyof typeof wishlistSiteCalls)[];

/** The nonce action of quantities changed at the checkout. */
export const quantityNonce = "qcfw_update_checkout_cart_nonce";

/** The nonce action of events for networks; pages print one nonce for all of them. */
export const pixelNonce = "fca_pc_capi_nonce";

/** The calls that report events to networks. */
const pixelEvents = [
  "fca_pc_capi_event",
  "fca_pc_tiktok_api_event",
  "fca_pc_snapchat_api_event",
  "fca_pc_pinterest_api_event",
  "fca_pc_reddit_api_event",
] as const;

/** The calls of /wp-admin/admin-ajax.php, by `action`. Calls not listed need no nonce. */
export const siteCalls: Readonly<Record<string, GuardedCall>> = {
  ...Object.fromEntries(Object.entries(shopCalls).map(([name, call]) => [`woocommerce_${name}`, call])),
  qcfw_checkout_quick_view: site("qcfw_checkout_quick_view_nonce", plainSentence),
  qcfw_update_checkout_cart: site(quantityNonce, minusOne),
  ...Object.fromEntries(pixelEvents.map((name) => [name, site(pixelNonce, eventRefused)])),
  ...wishlistSiteCalls,
};

/** The REST API: header X-WP-Nonce or field `_wpnonce`. Without one the call counts as anonymous. */
export const restNonceAction = "wp_rest";

/**
 * Page requests, on any URL, by the query or form key that names them. With an invalid nonce nothing happens: the page
 * is rendered.
 */
export const pageRequests = {
  remove_item: ownAnswer("woocommerce-cart", "_wpnonce"),
  undo_item: ownAnswer("woocommerce-cart", "_wpnonce"),
  save_for_later: ownAnswer("woocommerce-cart", "_wpnonce"),
  chowk_wishlist_alerts: ownAnswer("chowk_wishlist_alerts", "_wpnonce"),
  move_to_cart: ownAnswer("woocommerce-cart", "_wpnonce"),
  update_cart: ownAnswer("woocommerce-cart", "woocommerce-cart-nonce"),
  calc_shipping: ownAnswer("woocommerce-shipping-calculator", "woocommerce-shipping-calculator-nonce"),
  verify_order: ownAnswer("wc_verify_email", "check_submission"),
  send_order_link: ownAnswer("chowk_send_order_link", "chowk-order-link-nonce"),
  chowk_dismiss_coming_soon: ownAnswer(restNonceAction, "_wpnonce"),
  add_to_wishlist: ownAnswer("add_to_wishlist", "_wpnonce"),
  remove_from_wishlist: ownAnswer("remove_from_wishlist", "_wpnonce"),
  edit_wishlist: ownAnswer("yith_wcwl_edit_wishlist_action", "yith_wcwl_edit_wishlist"),
  manage_wishlists: ownAnswer("yith_wcwl_manage_action", "yith_wcwl_manage"),
  create_wishlist: ownAnswer("yith_wcwl_create_action", "yith_wcwl_create"),
  delete_wishlist: ownAnswer("yith_wcwl_delete_action", "yith_wcwl_delete"),
  move_to_another_wishlist: ownAnswer("move_to_another_wishlist", "move_to_another_wishlist_nonce"),
  ask_an_estimate: ownAnswer("ask_an_estimate", "estimate_nonce"),
} as const satisfies Readonly<Record<string, GuardedCall>>;

/** The forms of the account pages, by name. With an invalid nonce the form is shown again. */
export const accountForms = {
  login: ownAnswer("woocommerce-login", "woocommerce-login-nonce"),
  register: ownAnswer("woocommerce-register", "woocommerce-register-nonce"),
  lost_password: ownAnswer("lost_password", "woocommerce-lost-password-nonce"),
  reset_password: ownAnswer("reset_password", "woocommerce-reset-password-nonce"),
  save_account_details: ownAnswer("save_account_details", "save-account-details-nonce"),
  save_address: ownAnswer("woocommerce-edit_address", "woocommerce-edit-address-nonce"),
  confirm_account: ownAnswer("chowk_confirm_account", "_wpnonce"),
  confirm_email: ownAnswer("chowk_confirm_email", "_wpnonce"),
  end_session: ownAnswer("chowk_end_session", "_wpnonce"),
  sign_out_everywhere: ownAnswer("chowk_sign_out_everywhere", "_wpnonce"),
  sign_in_code: ownAnswer("chowk_sign_in_code", "_wpnonce"),
  set_up_factor: ownAnswer("chowk_set_up_factor", "_wpnonce"),
  remove_factor: ownAnswer("chowk_remove_factor", "_wpnonce"),
  renew_recovery_codes: ownAnswer("chowk_renew_recovery_codes", "_wpnonce"),
  passkey_sign_in: ownAnswer("chowk_passkey_sign_in", "_wpnonce"),
  add_passkey: ownAnswer("chowk_add_passkey", "_wpnonce"),
  remove_passkey: ownAnswer("chowk_remove_passkey", "_wpnonce"),
  make_application_password: ownAnswer("chowk_make_application_password", "_wpnonce"),
  revoke_application_password: ownAnswer("chowk_revoke_application_password", "_wpnonce"),
  delete_account: ownAnswer("chowk_delete_account", "_wpnonce"),
  "customer-logout": ownAnswer("customer-logout", "_wpnonce"),
} as const satisfies Readonly<Record<string, GuardedCall>>;

/** The REST API's response to an invalid nonce. */
export const badRestNonce = {
  status: 403,
  contentType: json,
  body: '{"code":"rest_cookie_invalid_nonce","message":"Cookie check failed","data":{"status":403}}',
} as const satisfies BadNonceAnswer;
