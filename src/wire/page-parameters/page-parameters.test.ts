import { expect, test } from "vitest";
import type { StoreFacts } from "#http/store-facts.ts";
import { translator } from "#platform/messages/translate.ts";
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

test("the confirmation is no checkout that scripts should set going", () => {
  expect(parametersOf({ isCheckout: true }).wc_checkout_params).toMatchObject({ is_checkout: "1" });
  expect(parametersOf({ isCheckout: true, isOrderReceived: true }).wc_checkout_params).toMatchObject({
    is_checkout: "",
  });
  expect(parametersOf({}).wc_checkout_params).toBeUndefined();
});

test("they tell who reads the page, and whether it is the account's", () => {
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
