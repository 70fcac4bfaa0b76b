import fc from "fast-check";
import { expect, test } from "vitest";
import { anyGuest, nonceTickEndsAt, openNonces } from "./nonce.ts";

const hour = 60 * 60 * 1000;
const start = Date.UTC(2026, 10, 21, 0, 0, 0);
let now = start;
const clock = { now: () => new Date(now) };
const nonces = openNonces([{ value: "secret" }], clock);
const guest = { userId: 0, sessionKey: "t_1" };

function at<T>(hours: number, work: () => T): T {
  now = start + hours * hour;
  try {
    return work();
  } finally {
    now = start;
  }
}

test("a nonce is ten hex characters and valid for the current and the next half day", () => {
  const nonce = at(1, () => nonces.create("update-order-review"));
  expect(nonce).toMatch(/^[0-9a-f]{10}$/);
  for (const [hours, valid] of [
    [1, true],
    [11.99, true],
    [12, true],
    [23.99, true],
    [24, false],
    // The clock may have stepped back since.
    [-12, true],
    [-12.01, false],
  ] as const)
    expect([hours, at(hours, () => nonces.verify(nonce, "update-order-review"))]).toEqual([hours, valid]);
});

test("a nonce is recognized for fifteen days, only as that of its own holder", () => {
  const holder = { userId: 5, sessionKey: "t_1" };
  const nonce = at(1, () => nonces.create("save_address", holder));
  const known = (hours: number, whose = holder, action = "save_address") =>
    at(hours, () => nonces.wasGiven(nonce, action, whose));
  expect([1, 25, 15 * 24 - 1, 15 * 24].map((hours) => known(hours))).toEqual([true, true, true, false]);
  expect(known(25, { userId: 6, sessionKey: "t_1" })).toBe(false);
  expect(known(25, { userId: 5, sessionKey: "t_2" })).toBe(false);
  expect(known(25, holder, "save_account_details")).toBe(false);
  expect(nonces.wasGiven(nonces.create("woocommerce-cart"), "woocommerce-cart", guest)).toBe(false);
});

test("cached nonces end with the half day", () => {
  expect(nonceTickEndsAt(new Date(start))).toBe(start + 12 * hour);
  expect(nonceTickEndsAt(new Date(start + 12 * hour - 1))).toBe(start + 12 * hour);
  expect(nonceTickEndsAt(new Date(start + 12 * hour))).toBe(start + 24 * hour);
});

test("shop actions are bound to a guest's session, other actions are not", () => {
  expect(nonces.create("woocommerce-cart", guest)).not.toBe(nonces.create("woocommerce-cart"));
  expect(nonces.create("apply-coupon", guest)).toBe(nonces.create("apply-coupon"));
});

test("a guest's anonymous nonce stays valid after their session starts; another session's does not", () => {
  const anonymous = nonces.create("woocommerce-process_checkout");
  const others = nonces.create("woocommerce-process_checkout", { userId: 0, sessionKey: "t_2" });
  expect(nonces.verify(anonymous, "woocommerce-process_checkout", guest)).toBe(true);
  expect(nonces.verify(others, "woocommerce-process_checkout", guest)).toBe(false);
  expect(nonces.verify(others, "woocommerce-process_checkout")).toBe(false);
});

test("a guest's nonce is invalid for a signed-in user", () => {
  expect(nonces.verify(nonces.create("wp_rest"), "wp_rest", { userId: 5, sessionKey: "s" })).toBe(false);
});

test("after a rotation the newest secret signs, and the old one verifies for a day", () => {
  const old = at(10, () => openNonces([{ value: "old" }], clock).create("x"));
  const rotated = openNonces([{ value: "new" }, { value: "old", retiredAt: new Date(start + 11 * hour) }], clock);
  expect(at(12, () => rotated.verify(old, "x"))).toBe(true);
  expect(at(12, () => rotated.create("x"))).toBe(at(12, () => openNonces([{ value: "new" }], clock).create("x")));
  const forged = at(36, () => openNonces([{ value: "old" }], clock).create("x"));
  expect(at(36, () => rotated.verify(forged, "x"))).toBe(false);
});

test("opening nonces without a secret throws", () => {
  expect(() => openNonces([], clock)).toThrow(RangeError);
});

test("no other value verifies, for any action and holder", () => {
  const holder = fc.record({ userId: fc.nat({ max: 3 }), sessionKey: fc.string({ maxLength: 5 }) });
  fc.assert(
    fc.property(fc.string(), fc.string(), holder, fc.anything(), (action, other, holder, junk) => {
      const nonce = nonces.create(action, holder);
      expect(nonces.verify(nonce, action, holder)).toBe(true);
      expect(nonces.verify(nonce, other, holder)).toBe(other === action);
      expect(nonces.verify(junk, action, holder)).toBe(junk === nonce);
      expect(nonces.verify(nonce.toUpperCase(), action, holder)).toBe(/^[0-9]+$/.test(nonce));
      const isGuestWide = holder.userId === 0 && (holder.sessionKey === "" || !action.startsWith("woocommerce"));
      expect(nonces.verify(nonce, action, anyGuest)).toBe(isGuestWide);
    }),
  );
});
