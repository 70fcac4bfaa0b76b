import { expect, test } from "vitest";
import type { StoreFacts } from "#http/store-facts.ts";
import { translator } from "#platform/messages/translate.ts";
import { defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { type ParameterContext, pageParameters } from "./page-parameters.ts";

const parametersOf = (page: ParameterContext["page"]) =>
  pageParameters({
    facts: { settings: defaultSettings } as StoreFacts,
    t: translator("en"),
    siteUrl: "https://shop.example",
    page,
    nonce: () => "0123456789",
  });

test("the confirmation is no checkout that scripts should set going", () => {
  expect(parametersOf({ isCheckout: true }).wc_checkout_params).toMatchObject({ is_checkout: "1" });
  expect(parametersOf({ isCheckout: true, isOrderReceived: true }).wc_checkout_params).toMatchObject({
    is_checkout: "",
  });
  expect(parametersOf({}).wc_checkout_params).toBeUndefined();
});
