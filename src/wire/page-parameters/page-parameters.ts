import { createHash } from "node:crypto";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { quantityNonce } from "#http/guards/nonce-actions.ts";
import type { Translate } from "#messages/catalogue.ts";
import { routes } from "#routes";
import { attributionPrefix, attributionSources } from "#shop/attribution/visit-fields.rules.ts";
import { attributionRule } from "#shop/consent/consent.rules.ts";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import type { PageTracking } from "#shop/tracking/page-tracking.rules.ts";
import { analyticsData } from "./analytics-data.ts";
import { countryParameters } from "./country-parameters.ts";
import { pixelParameters } from "./pixel-parameters.ts";
import { trackingParameters } from "./tracking-parameters.ts";
import { wishlistParameters } from "./wishlist-parameters.ts";

/** Input of the parameter objects. Cached public pages have no reader. */
export interface ParameterContext {
  facts: StoreFacts;
  t: Translate;
  siteUrl: string;
  page: {
    isCart?: boolean;
    isCheckout?: boolean;
    isOrderReceived?: boolean;
    isAccountPage?: boolean;
    productId?: number;
    /** Whether the page asks for country, state and postcode. */
    hasPlaceFields?: boolean;
    hasContactForm?: boolean;
    /** Whether the page has #ast-scroll-top. */
    hasScrollTop?: boolean;
    title?: string;
    /** An article or a static page. */
    isArticle?: boolean;
    /** What the page tells networks. */
    tracking?: PageTracking;
  };
  /** The signed-in user; null for guests and cached public pages. */
  reader: { user: { id: number }; isStaff: boolean } | null;
  /** Returns the reader's nonce of an action, or the one shared by all guests. */
  nonce: (action: string) => string;
}

/**
 * Returns the objects that WooCommerce-compatible scripts and our own client read, by global name. As in the protocol,
 * top-level values are strings: "1" for true, "" for false.
 */
export function pageParameters(context: ParameterContext): Record<string, Record<string, unknown>> {
  const { page, facts, t } = context;
  const fcaPcOptions = pixelParameters(context);
  const chowk_tracking = trackingParameters(context);
  return {
    woocommerce_params: woocommerceParameters(context),
    wcAnalytics: analyticsContext(context),
    wc_add_to_cart_params: addToCartParameters(context),
    wc_cart_fragments_params: fragmentParameters(context),
    astra: astraParameters(context),
    astra_cart: {
      desktop_layout: "default",
      responsive_cart_click: facts.settings.responsive_cart_click,
    },
    // The protocol has it on all pages but products; ours add in place too.
    astra_shop_add_to_cart: shopAddParameters(context),
    ...(page.productId !== undefined && { wc_single_product_params: singleProductParameters(context) }),
    // On every page, because the quick checkout can open a variation form anywhere.
    wc_add_to_cart_variation_params: variationParameters(context),
    ...(page.isCart && { wc_cart_params: cartParameters(context) }),
    ...(page.isCheckout && { wc_checkout_params: checkoutParameters(context) }),
    ...(page.hasPlaceFields && countryParameters(deliveredCountries(facts.zones, facts.settings), t)),
    ...(page.hasContactForm && { wpcf7: contactFormParameters(context) }),
    qcfw_checkout_quick_view: siteCall(context, "qcfw_checkout_quick_view_nonce"),
    // Icon classes of the slider buttons, which the protocol's script reads without checking that they exist.
    qcfw_slidrt_icon: { left: "slide-arrow slide-arrow--back", right: "slide-arrow slide-arrow--on" },
    qcfw_update_checkout_cart: siteCall(context, quantityNonce),
    ...(facts.settings.order_attribution !== "no" && { wc_order_attribution: attributionParameters(context) }),
    ...(fcaPcOptions && { fcaPcOptions }),
    ...(chowk_tracking && { chowk_tracking }),
    ...analyticsData(context),
    // The checkout is for one thing only.
    ...(facts.settings.live_sales === "yes" &&
      !page.isCheckout && { pi_notification_runner_setting: liveSalesParameters(context) }),
    // The checkout has no products to wish for.
    ...(!page.isCheckout && { yith_wcwl_l10n: wishlistParametersOf(context) }),
  };
}

/** Returns the parameters of the attribution's script; nested values keep their types. Source: wire notes 9.1. */
function attributionParameters({ facts }: ParameterContext) {
  return {
    params: {
      // Months; the protocol's script truncates the minutes, so that its cookies last until the browser closes.
      lifetime: 0.00001,
      // Minutes.
      session: 30,
      base64: false,
      ajaxurl: routes.siteCall(),
      prefix: attributionPrefix,
      allowTracking: attributionRule(facts.settings) === "yes",
    },
    fields: attributionSources,
  };
}

/** Returns the settings of the pop-ups about recent sales. Source: wire notes 13. */
function liveSalesParameters({ facts: { settings } }: ParameterContext) {
  return {
    ...doors,
    first_popup: String(settings.live_sales_first),
    interval_between_popup: String(settings.live_sales_pause),
    how_long_to_show: String(settings.live_sales_show),
    max_notification_count: String(settings.live_sales_most),
    animation: "fadeIn",
    closing_animation: "fadeOut",
    loop: text(settings.live_sales_loop === "yes"),
    mobile: text(settings.live_sales_mobile === "yes"),
    link_in_tab: text(settings.live_sales_new_tab === "yes"),
    link_image: "1",
    close: "1",
    close_image: "",
    dismiss: "1",
    audio_alert_enabled: "",
    audio_url: "",
  };
}

function wishlistParametersOf({ facts, t, siteUrl, reader, nonce }: ParameterContext) {
  return wishlistParameters({ settings: facts.settings, t, siteUrl, isSignedIn: reader !== null, nonce });
}

const text = (flag: boolean | undefined) => (flag ? "1" : "");
const doors = { ajax_url: routes.siteCall(), wc_ajax_url: routes.shopCall("%%endpoint%%") };

function woocommerceParameters({ t }: ParameterContext) {
  return { ...doors, i18n_password_show: t("pages.passwordShow"), i18n_password_hide: t("pages.passwordHide") };
}

/** Returns the analytics context; nested values keep their types. The device is a default that the browser corrects. */
function analyticsContext({ facts, reader, page }: ParameterContext) {
  return {
    commonProps: {
      ui: reader?.user.id ?? null,
      store_currency: facts.settings.currency,
      timezone: facts.settings.timezone,
      is_guest: reader ? 0 : 1,
      store_admin: reader?.isStaff ? 1 : 0,
      device: "desktop",
    },
    pages: { isAccountPage: page.isAccountPage ?? false, isCart: page.isCart ?? false },
  };
}

function addToCartParameters({ facts, t, siteUrl, page }: ParameterContext) {
  return {
    ...doors,
    i18n_view_cart: t("pages.viewCart"),
    i18n_not_added: t("cart.notAdded"),
    i18n_not_changed: t("cart.notChanged"),
    // "View cart" and the redirect after an add lead to the checkout. Source: storefront specification 2, 9.
    cart_url: siteUrl + routes.checkout(),
    is_cart: text(page.isCart),
    cart_redirect_after_add: facts.settings.cart_redirect_after_add,
  };
}

/** Returns the fragment parameters. The storage keys contain the shop's URL, to separate two shops on one host. */
function fragmentParameters({ siteUrl }: ParameterContext) {
  const suffix = createHash("md5").update(siteUrl).digest("hex");
  return {
    ...doors,
    cart_hash_key: `wc_cart_hash_${suffix}`,
    fragment_name: `wc_fragments_${suffix}`,
    request_timeout: "5000",
  };
}

/** Returns the theme's parameters. Its script fails if a flag is set whose part the page lacks. */
function astraParameters({ facts, page }: ParameterContext) {
  return {
    break_point: "921",
    isRtl: "",
    is_scroll_to_id: "1",
    is_scroll_to_top: text(page.hasScrollTop),
    is_header_footer_builder_active: "1",
    responsive_cart_click: facts.settings.responsive_cart_click,
    is_dark_palette: "",
  };
}

function shopAddParameters({ facts, siteUrl }: ParameterContext) {
  return {
    shop_add_to_cart_action: facts.settings.shop_add_to_cart_action,
    cart_url: siteUrl + routes.cart(),
    checkout_url: siteUrl + routes.checkout(),
    is_astra_pro: "",
  };
}

function singleProductParameters({ facts, t }: ParameterContext) {
  return {
    i18n_required_rating_text: t("product.ratingRequired"),
    i18n_rating_options: ([1, 2, 3, 4, 5] as const).map((stars) => t(`product.rating.${stars}`)),
    i18n_product_gallery_trigger_text: t("product.fullScreen"),
    review_rating_required: facts.settings.review_rating_required,
    flexslider: {
      rtl: false,
      animation: "slide",
      smoothHeight: true,
      directionNav: false,
      controlNav: "thumbnails",
      slideshow: false,
      animationSpeed: 500,
      animationLoop: false,
      allowOneSlide: false,
    },
    zoom_enabled: text(facts.settings.zoom_enabled === "yes"),
    zoom_options: [],
    photoswipe_enabled: text(facts.settings.photoswipe_enabled === "yes"),
    photoswipe_options: {
      shareEl: false,
      closeOnScroll: false,
      history: false,
      hideAnimationDuration: 0,
      showAnimationDuration: 0,
    },
    flexslider_enabled: text(facts.settings.flexslider_enabled === "yes"),
  };
}

function variationParameters({ t }: ParameterContext) {
  return {
    ...doors,
    i18n_no_matching_variations_text: t("product.noMatch"),
    i18n_make_a_selection_text: t("product.makeASelection"),
    i18n_unavailable_text: t("product.unavailable"),
    i18n_reset_alert_text: t("product.selectionReset"),
  };
}

function cartParameters({ nonce }: ParameterContext) {
  return {
    ...doors,
    update_shipping_method_nonce: nonce("update-shipping-method"),
    apply_coupon_nonce: nonce("apply-coupon"),
    remove_coupon_nonce: nonce("remove-coupon"),
  };
}

function checkoutParameters({ t, nonce, page }: ParameterContext) {
  return {
    ...doors,
    update_order_review_nonce: nonce("update-order-review"),
    apply_coupon_nonce: nonce("apply-coupon"),
    remove_coupon_nonce: nonce("remove-coupon"),
    option_guest_checkout: "yes",
    checkout_url: routes.shopCall("checkout"),
    is_checkout: text(!page.isOrderReceived),
    debug_mode: "",
    i18n_checkout_error: t("pages.checkoutFailed"),
  };
}

/** Without `cached`: forms that need fresh values are never cached. */
function contactFormParameters({ siteUrl }: ParameterContext) {
  return { api: { root: siteUrl + routes.restRoot(), namespace: "contact-form-7/v1" } };
}

function siteCall({ nonce }: ParameterContext, action: string) {
  return { ajax_url: routes.siteCall(), nonce: nonce(action) };
}
