import { expect, test } from "vitest";
import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import { translator } from "#messages/translate.ts";
import { defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { type ParameterContext, pageParameters } from "./page-parameters.ts";

const parametersOf = (page: ParameterContext["page"], reader: ParameterContext["reader"] = null) =>
  pageParameters({
    facts: { settings: defaultSettings } as StoreFacts,
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

test("zoom, slider and lightbox scripts leave the gallery alone", () => {
  expect(parametersOf({ productId: 7 }).wc_single_product_params).toMatchObject({
    zoom_enabled: "",
    flexslider_enabled: "",
    photoswipe_enabled: "",
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
