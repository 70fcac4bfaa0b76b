import { expect, test } from "vitest";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { translator } from "#messages/translate.ts";
import { defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { type ParameterContext, pageParameters } from "./page-parameters.ts";

const parametersOf = (
  page: ParameterContext["page"],
  reader: ParameterContext["reader"] = null,
  settings: Partial<StoreFacts["settings"]> = {},
) =>
  pageParameters({
    facts: {
      settings: { ...defaultSettings, ...settings },
      currency: { code: "PKR", symbol: "Rs", minorUnit: 0 },
    } as StoreFacts,
    t: translator("en"),
    siteUrl: "https://shop.example",
    page,
    reader,
    nonce: () => "0123456789",
  });

test("the confirmation page does not count as a checkout for scripts", () => {
  expect(parametersOf({ isCheckout: true }).wc_checkout_params).toMatchObject({ is_checkout: "1" });
  expect(parametersOf({ isCheckout: true, isOrderReceived: true }).wc_checkout_params).toMatchObject({
    is_checkout: "",
  });
  expect(parametersOf({}).wc_checkout_params).toBeUndefined();
});

test("the parameters contain the signed-in user and whether the page is the account page", () => {
  expect(parametersOf({}).wcAnalytics).toEqual({
    commonProps: {
      ui: null,
      store_currency: "PKR",
      timezone: "+00:00",
      is_guest: 1,
      store_admin: 0,
      device: "desktop",
    },
    pages: { isAccountPage: false, isCart: false },
  });
  const own = parametersOf({ isAccountPage: true }, { user: { id: 7 }, isStaff: true }).wcAnalytics;
  expect(own).toMatchObject({ commonProps: { ui: 7, is_guest: 0, store_admin: 1 }, pages: { isAccountPage: true } });
});

test("the theme's back-to-top script is on only where the page has its button", () => {
  expect(parametersOf({ hasScrollTop: true }).astra).toMatchObject({ is_scroll_to_top: "1" });
  expect(parametersOf({ isCheckout: true }).astra).toMatchObject({ is_scroll_to_top: "" });
});

test("zoom, slider and lightbox are on unless a setting turns them off", () => {
  const names = ["zoom_enabled", "flexslider_enabled", "photoswipe_enabled"] as const;
  const all = { zoom_enabled: "1", flexslider_enabled: "1", photoswipe_enabled: "1" };
  expect(parametersOf({ productId: 7 }).wc_single_product_params).toMatchObject(all);
  for (const name of names)
    expect(parametersOf({ productId: 7 }, null, { [name]: "no" }).wc_single_product_params).toMatchObject({
      ...all,
      [name]: "",
    });
});

test("by default adds and the cart icon open the drawer, and View cart links to the checkout", () => {
  const { wc_add_to_cart_params, wc_cart_fragments_params, astra_cart, astra_shop_add_to_cart } = parametersOf({});
  expect(wc_add_to_cart_params).toMatchObject({
    cart_redirect_after_add: "no",
    cart_url: "https://shop.example/checkout/",
  });
  expect(astra_shop_add_to_cart).toMatchObject({ shop_add_to_cart_action: "slide_in_cart" });
  expect(parametersOf({ productId: 1 }).astra_shop_add_to_cart).toEqual(astra_shop_add_to_cart);
  expect(astra_cart).toEqual({ desktop_layout: "default", responsive_cart_click: "flyout" });
  expect(wc_cart_fragments_params).toMatchObject({ request_timeout: "5000" });
});

test("the wishlist's script finds every key, action and nonce on every page but the checkout", () => {
  const { yith_wcwl_l10n: keys } = parametersOf({});
  expect(keys).toEqual({
    ajax_url: "/wp-admin/admin-ajax.php",
    redirect_to_cart: "no",
    yith_wcwl_button_position: "shortcode",
    multi_wishlist: "",
    has_several: "",
    after_add: "remove",
    modal_enable: "yes",
    hide_add_button: "1",
    enable_ajax_loading: "1",
    ajax_loader_url: "",
    remove_from_wishlist_after_add_to_cart: "1",
    is_wishlist_responsive: "1",
    time_to_close_prettyphoto: "3000",
    fragments_index_glue: ".",
    reload_on_found_variation: "1",
    mobile_media_query: "768",
    redirect_after_ask_estimate: "",
    ask_estimate_redirect_url: "https://shop.example/",
    enable_drag_n_drop: "1",
    enable_tooltip: "",
    enable_notices: "1",
    auto_close_popup: "1",
    popup_timeout: "3000",
    disable_popup_grid_view: "",
    labels: {
      cookie_disabled: "We are sorry, but this feature is available only if cookies on your browser are enabled.",
      not_saved: "Sorry, your wishlist could not be changed. Please try again.",
      offline: "You are offline. Your wishlist will be updated as soon as you are online again.",
      added_to_cart_message:
        '<div class="woocommerce-notices-wrapper"><div class="woocommerce-message" role="alert">Product added to cart successfully</div></div>',
    },
    actions: {
      add_to_wishlist_action: "add_to_wishlist",
      remove_from_wishlist_action: "remove_from_wishlist",
      reload_wishlist_and_adding_elem_action: "reload_wishlist_and_adding_elem",
      load_mobile_action: "load_mobile",
      delete_item_action: "delete_item",
      save_title_action: "save_title",
      save_privacy_action: "save_privacy",
      load_fragments: "load_fragments",
      update_item_quantity: "update_item_quantity",
      move_to_another_wishlist_action: "move_to_another_wishlist",
      sort_wishlist_items: "sort_wishlist_items",
      ask_an_estimate: "ask_an_estimate",
      remove_from_all_wishlists: "remove_from_all_wishlists",
    },
    nonce: {
      add_to_wishlist_nonce: "0123456789",
      remove_from_wishlist_nonce: "0123456789",
      reload_wishlist_and_adding_elem_nonce: "0123456789",
      load_mobile_nonce: "0123456789",
      delete_item_nonce: "0123456789",
      save_title_nonce: "0123456789",
      save_privacy_nonce: "0123456789",
      load_fragments_nonce: "0123456789",
      update_item_quantity_nonce: "0123456789",
      move_to_another_wishlist_nonce: "0123456789",
      sort_wishlist_items_nonce: "0123456789",
      ask_an_estimate_nonce: "0123456789",
      remove_from_all_wishlists_nonce: "0123456789",
    },
  });
  expect(parametersOf({ isCheckout: true }).yith_wcwl_l10n).toBeUndefined();
});

test("several wishlists are announced to those who can keep them", () => {
  const forWhom = (who: string, reader: ParameterContext["reader"]) =>
    pageParameters({
      facts: { settings: { ...defaultSettings, wishlist_multiple: who } } as StoreFacts,
      t: translator("en"),
      siteUrl: "https://shop.example",
      page: {},
      reader,
      nonce: () => "0123456789",
    }).yith_wcwl_l10n?.has_several;
  const user = { user: { id: 7 }, isStaff: false };
  expect([forWhom("accounts", null), forWhom("accounts", user), forWhom("everybody", null)]).toEqual(["", "1", "1"]);
});

test("pixel scripts find their options only when a network is configured, and never a token", () => {
  expect(parametersOf({}).fcaPcOptions).toBeUndefined();
  const settings = {
    meta_pixel_id: "123456789",
    meta_secret_token: "top-secret",
    tiktok_pixel_id: "C4AB12345",
    event_delay: 3,
  };
  const { fcaPcOptions } = parametersOf({}, null, settings);
  expect(fcaPcOptions).toEqual({
    pixel_types: ["Facebook Pixel", "Conversions API", "TikTok"],
    ajax_url: "/wp-admin/admin-ajax.php",
    debug: false,
    edd_currency: "USD",
    nonce: "0123456789",
    utm_support: false,
    user_parameters: false,
    edd_enabled: false,
    edd_delay: 0,
    woo_enabled: true,
    woo_delay: 3,
    video_enabled: true,
  });
  expect(parametersOf({}, null, { ...settings, meta_secret_token: "" }).fcaPcOptions).toMatchObject({
    pixel_types: ["Facebook Pixel", "TikTok"],
  });
});

test("only staff get the pixel scripts' log and the panel in test mode", () => {
  const settings = { google_measurement_id: "G-ABCD1234", tracking_test_mode: "yes" } as const;
  const shownTo = (reader: ParameterContext["reader"]) => {
    const { fcaPcOptions, chowk_tracking } = parametersOf({}, reader, settings);
    return [fcaPcOptions?.debug, chowk_tracking?.isTest];
  };
  expect(shownTo({ user: { id: 1 }, isStaff: true })).toEqual([true, true]);
  expect(shownTo({ user: { id: 7 }, isStaff: false })).toEqual([false, false]);
  expect(shownTo(null)).toEqual([false, false]);
});
