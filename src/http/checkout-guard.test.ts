import fc from "fast-check";
import { expect, test } from "vitest";
import { CheckoutGuard } from "./checkout-guard.ts";
import { type NonceHolder, openNonces } from "./nonce.ts";

const noon = new Date("2026-11-21T12:00:00Z");
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const settings = { checkout_seconds: 2, orders_per_address: 3 };
const guest: NonceHolder = { userId: 0, sessionKey: "a guest's" };
const newGuard = () =>
  new CheckoutGuard(openNonces([{ value: "a secret of thirty-two characters" }], { now: () => noon }));

/** Whether a form that was shown at noon is taken. */
function isTaken(guard: CheckoutGuard, ip: string, at: Date, given: { began?: string; trap?: string } = {}): boolean {
  const began = guard.beganMark({ began: "", trap: "", holder: guest }, noon);
  try {
    guard.check({ began, trap: "", holder: guest, ip, ...given }, settings, at);
    return true;
  } catch {
    return false;
  }
}

test("a form that is sent at once is not taken, and a moment later it is", () => {
  const guard = newGuard();
  expect(isTaken(guard, "203.0.113.1", after(1))).toBe(false);
  expect(isTaken(guard, "203.0.113.1", after(2))).toBe(true);
  // Whoever comes back to the page by the browser's button hours later has its old moment.
  expect(isTaken(guard, "203.0.113.1", after(3600 * 9))).toBe(true);
});

test("what nobody sees is filled in by programs alone; the form is then printed anew", () => {
  const guard = newGuard();
  expect(isTaken(guard, "203.0.113.1", after(60), { trap: "https://spam.example" })).toBe(false);
  const began = guard.beganMark({ began: "", trap: "", holder: guest }, noon);
  expect(guard.beganMark({ began, trap: "", holder: guest }, after(30))).toBe(began);
  expect(guard.beganMark({ began, trap: "x", holder: guest }, after(30))).not.toBe(began);
});

test("a moment that is made up, or another's, is none", () => {
  const guard = newGuard();
  const others = guard.beganMark({ began: "", trap: "", holder: { userId: 0, sessionKey: "another" } }, noon);
  expect(isTaken(guard, "203.0.113.1", after(60), { began: others })).toBe(false);
  const forged = guard.beganMark({ began: "", trap: "", holder: guest }, noon).replace(/^./, "0");
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constant(forged)),
      (began) => !isTaken(newGuard(), "::1", after(60), { began }),
    ),
  );
});

test("where many orders have come from a form takes longer, and nobody is locked out", () => {
  const guard = newGuard();
  for (let order = 0; order < 4; order += 1) guard.noteOrder("203.0.113.1", noon);
  expect(isTaken(guard, "203.0.113.1", after(10))).toBe(false);
  expect(isTaken(guard, "203.0.113.1", after(20))).toBe(true);
  expect(isTaken(guard, "203.0.113.2", after(10))).toBe(true);
  // An hour later it is as it was.
  expect(isTaken(guard, "203.0.113.1", after(3602))).toBe(true);
});

test.each([
  ["203.0.113.", "203.0.114.1"],
  ["2001:db8:1:", "2001:db8:2::1"],
  ["::ffff:203.0.113.", "203.0.114.1"],
])("a network of many addresses is one: %s", (network, outside) => {
  const guard = newGuard();
  const inside = (place: number) => (network.endsWith(".") ? `${network}${place}` : `${network}${place}::1`);
  for (let place = 1; place <= 31; place += 1) guard.noteOrder(inside(place), noon);
  expect(isTaken(guard, inside(99), after(10))).toBe(false);
  expect(isTaken(guard, inside(99), after(20))).toBe(true);
  expect(isTaken(guard, outside, after(10))).toBe(true);
});

test("a shop that wants none of it asks nobody", () => {
  const form = { began: "", trap: "x", holder: guest, ip: "203.0.113.1" };
  expect(() => newGuard().check(form, { ...settings, checkout_seconds: 0 }, noon)).not.toThrow();
});
