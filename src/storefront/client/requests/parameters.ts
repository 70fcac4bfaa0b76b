/** The objects that the page prints for its own and third-party scripts. Top-level values are strings. */
interface PageParameters {
  wc_add_to_cart_params?: {
    wc_ajax_url: string;
    i18n_view_cart: string;
    i18n_not_added: string;
    i18n_not_changed: string;
    cart_url: string;
    is_cart: string;
    cart_redirect_after_add: string;
  };
  wc_cart_fragments_params?: {
    wc_ajax_url: string;
    cart_hash_key: string;
    fragment_name: string;
    request_timeout: string;
  };
  astra_cart?: { desktop_layout: string; responsive_cart_click: string };
  astra_shop_add_to_cart?: { shop_add_to_cart_action: string; cart_url: string; checkout_url: string };
  astra?: { break_point: string };
  wc_add_to_cart_variation_params?: {
    i18n_no_matching_variations_text: string;
    i18n_make_a_selection_text: string;
    i18n_unavailable_text: string;
    i18n_reset_alert_text: string;
  };
  wc_single_product_params?: { zoom_enabled: string; photoswipe_enabled: string; flexslider_enabled: string };
  wc_checkout_params?: {
    wc_ajax_url: string;
    checkout_url: string;
    update_order_review_nonce: string;
    i18n_checkout_error: string;
  };
  qcfw_checkout_quick_view?: { ajax_url: string; nonce: string };
  qcfw_update_checkout_cart?: { ajax_url: string; nonce: string };
  wc_order_attribution?: {
    params: { lifetime: number; session: number; prefix: string; allowTracking: boolean };
  };
  yith_wcwl_l10n?: {
    ajax_url: string;
    /** Whether the visitor can keep more than one list. */
    has_several: string;
    /** Action of a wished product's button. */
    after_add: "remove" | "view" | "add";
    remove_from_wishlist_after_add_to_cart: string;
    redirect_to_cart: string;
    /** Milliseconds. */
    popup_timeout: string;
    labels: Record<"cookie_disabled" | "not_saved" | "offline" | "added_to_cart_message", string>;
    /** By action and "_nonce". */
    nonce: Record<string, string>;
  };
  pi_notification_runner_setting?: Record<
    | "wc_ajax_url"
    | "first_popup"
    | "interval_between_popup"
    | "how_long_to_show"
    | "max_notification_count"
    | "loop"
    | "mobile"
    | "link_in_tab",
    string
  >;
  woocommerce_params?: { i18n_password_show: string; i18n_password_hide: string };
  wcAnalytics?: { commonProps: { device: string } };
}

/** Returns one of the printed objects with its current values: third-party scripts may have changed them. */
export function parameters<Name extends keyof PageParameters>(name: Name): PageParameters[Name] {
  return (window as unknown as PageParameters)[name];
}
