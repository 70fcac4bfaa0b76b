import { expect, test } from "vitest";
import { openNonces } from "./nonce.ts";
import { badRestNonce, pageRequests, restNonceAction, shopCalls, siteCalls } from "./nonce-actions.ts";
import { hasValidNonce, refuseSiteCall } from "./nonce-check.ts";

const nonces = openNonces([{ value: "secret" }], { now: () => new Date(0) });
const guarded = Object.entries({ ...pageRequests, ...shopCalls, ...siteCalls });

test.each(guarded)("%s accepts its own nonce and no other", (_, call) => {
  expect(hasValidNonce(nonces, call, { [call.field]: nonces.create(call.action) })).toBe(true);
  expect(hasValidNonce(nonces, call, { [call.field]: nonces.create("other") })).toBe(false);
  expect(hasValidNonce(nonces, call, { [call.field]: [nonces.create(call.action)] })).toBe(false);
  expect(hasValidNonce(nonces, call, {})).toBe(false);
});

test.each([
  ["woocommerce_update_order_review", 403, "-1"],
  ["qcfw_checkout_quick_view", 200, "This page has expired. Please reload it and try again."],
  ["add_to_wishlist", 200, '{"result":false}'],
  ["load_mobile", 200, '{"fragments":[]}'],
  ["sort_wishlist_items", 200, ""],
])("%s answers an invalid nonce with %i %j", (action, status, body) => {
  expect(refuseSiteCall(nonces, action, { nonce: "0123456789" })).toMatchObject({ status, body });
});

test("calls that are not listed need no nonce, whatever their name", () => {
  for (const action of ["woocommerce_add_to_cart", "constructor", "__proto__"])
    expect(refuseSiteCall(nonces, action, {})).toBeUndefined();
});

test("the REST API's error has the text on which its client retries", () => {
  expect(restNonceAction).toBe("wp_rest");
  expect(JSON.parse(badRestNonce.body)).toMatchObject({ code: "rest_cookie_invalid_nonce", data: { status: 403 } });
});
