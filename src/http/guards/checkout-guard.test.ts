import fc from "fast-check";
import { expect, test } from "vitest";
import { CheckoutGuard } from "./checkout-guard.ts";
import { anyGuest, type NonceHolder, openNonces } from "./nonce.ts";
import { OrderCounts } from "./order-counts.ts";

const noon = new Date("2026-11-21T12:00:00Z");
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const settings = { checkout_seconds: 2, orders_per_address: 3 };
const guest: NonceHolder = { userId: 0, sessionKey: "a guest's" };
const unspent = async () => false;
const newGuard = () =>
  new CheckoutGuard(
    openNonces([{ value: "a secret of thirty-two characters" }], { now: () => noon }),
    new OrderCounts(),
  );

/** Returns whether a form that was shown at noon is accepted. */
async function isTaken(
  guard: CheckoutGuard,
  ip: string,
  at: Date,
  given: { began?: string; honeypot?: string } = {},
): Promise<boolean> {
  const began = await guard.timestampFor({ began: "", honeypot: "", holder: guest }, unspent, noon);
  try {
    const { queue } = guard.check({ began, honeypot: "", holder: guest, ip, ...given }, settings, at);
    return queue === null || queue.earliest <= at;
  } catch {
    return false;
  }
}

test("a form that is sent immediately is rejected, and accepted a moment later", async () => {
  const guard = newGuard();
  expect(await isTaken(guard, "203.0.113.1", after(1))).toBe(false);
  expect(await isTaken(guard, "203.0.113.1", after(2))).toBe(true);
  // A visitor who returns by the Back button hours later sends the original timestamp.
  expect(await isTaken(guard, "203.0.113.1", after(3600 * 9))).toBe(true);
});

test("after the clock has stepped back three hours, a form is accepted, and in a crowd waits no longer than others", async () => {
  const guard = newGuard();
  const earlier = after(-3 * 3600);
  expect(await isTaken(guard, "203.0.113.1", earlier)).toBe(true);
  for (let order = 0; order < 4; order++) guard.noteOrder("203.0.113.1", earlier);
  const began = await guard.timestampFor({ began: "", honeypot: "", holder: guest }, unspent, noon);
  const { queue } = guard.check({ began, honeypot: "", holder: guest, ip: "203.0.113.1" }, settings, earlier);
  expect(queue?.earliest).toEqual(after(-3 * 3600 + 20));
});

test("a filled-in honeypot field is rejected; the form then gets a new timestamp", async () => {
  const guard = newGuard();
  expect(await isTaken(guard, "203.0.113.1", after(60), { honeypot: "https://spam.example" })).toBe(false);
  const began = await guard.timestampFor({ began: "", honeypot: "", holder: guest }, unspent, noon);
  expect(await guard.timestampFor({ began, honeypot: "", holder: guest }, unspent, after(30))).toBe(began);
  expect(await guard.timestampFor({ began, honeypot: "x", holder: guest }, unspent, after(30))).not.toBe(began);
});

test("forged timestamps and those of others are invalid", async () => {
  const guard = newGuard();
  const others = await guard.timestampFor(
    { began: "", honeypot: "", holder: { userId: 0, sessionKey: "another" } },
    unspent,
    noon,
  );
  expect(await isTaken(guard, "203.0.113.1", after(60), { began: others })).toBe(false);
  const forged = (await guard.timestampFor({ began: "", honeypot: "", holder: guest }, unspent, noon)).replace(
    /^./,
    "0",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.constant(forged)),
      async (began) => !(await isTaken(newGuard(), "::1", after(60), { began })),
    ),
  );
});

test("after many orders from an address a form takes longer, but nobody is locked out", async () => {
  const guard = newGuard();
  for (let order = 0; order < 4; order += 1) guard.noteOrder("203.0.113.1", noon);
  expect(await isTaken(guard, "203.0.113.1", after(10))).toBe(false);
  expect(await isTaken(guard, "203.0.113.1", after(20))).toBe(true);
  expect(await isTaken(guard, "203.0.113.2", after(10))).toBe(true);
  // An hour later the limit is back to normal.
  expect(await isTaken(guard, "203.0.113.1", after(3602))).toBe(true);
});

test.each([
  ["203.0.113.", "203.0.114.1"],
  ["2001:db8:1:", "2001:db8:2::1"],
  ["::ffff:203.0.113.", "203.0.114.1"],
])("addresses of one network are counted together: %s", async (network, outside) => {
  const guard = newGuard();
  const inside = (place: number) => (network.endsWith(".") ? `${network}${place}` : `${network}${place}::1`);
  for (let place = 1; place <= 31; place += 1) guard.noteOrder(inside(place), noon);
  expect(await isTaken(guard, inside(99), after(10))).toBe(false);
  expect(await isTaken(guard, inside(99), after(20))).toBe(true);
  expect(await isTaken(guard, outside, after(10))).toBe(true);
});

test("a form that is only too fast does not count as an attempt, and the error says how long to wait", async () => {
  const guard = newGuard();
  const began = await guard.timestampFor({ began: "", honeypot: "", holder: guest }, unspent, noon);
  const form = { began, honeypot: "", holder: guest, ip: "203.0.113.1" };
  for (let order = 0; order < 9; order += 1)
    expect(() => guard.check(form, settings, after(0.5))).toThrow(
      expect.objectContaining({ code: "bot_check_failed", details: { seconds: 2 } }),
    );
  expect(guard.check(form, settings, after(2))).toEqual({ beganAt: noon, queue: null });
});

test.each([
  ["a filled-in honeypot", (began: string) => ({ began, honeypot: "https://example.com" })],
  ["an invalid timestamp", () => ({ began: "", honeypot: "" })],
])("a form with %s gets no waiting time: it has to be rendered again", async (_, spoilt) => {
  const guard = newGuard();
  const began = await guard.timestampFor({ began: "", honeypot: "", holder: guest }, unspent, noon);
  const form = { ...spoilt(began), holder: guest, ip: "203.0.113.1" };
  expect(() => guard.check(form, settings, after(60))).toThrow(
    expect.objectContaining({ code: "bot_check_failed", details: { seconds: 0 } }),
  );
});

test("a timestamp that was used for an order is not rendered again", async () => {
  const guard = newGuard();
  const began = await guard.timestampFor({ began: "", honeypot: "", holder: guest }, unspent, noon);
  expect(await guard.timestampFor({ began, honeypot: "", holder: guest }, async () => true, after(9))).not.toBe(began);
});

test("with the setting off, every form is accepted", () => {
  const form = { began: "", honeypot: "x", holder: guest, ip: "203.0.113.1" };
  expect(() => newGuard().check(form, { ...settings, checkout_seconds: 0 }, noon)).not.toThrow();
});

test("in a crowd a timestamp from before the session gives each guest a turn of their own", async () => {
  const guard = newGuard();
  const ip = "203.0.113.1";
  for (let order = 0; order < 4; order += 1) guard.noteOrder(ip, noon);
  const began = await guard.timestampFor({ began: "", honeypot: "", holder: anyGuest }, unspent, noon);
  const formOf = (sessionKey: string) =>
    guard.check({ began, honeypot: "", holder: { userId: 0, sessionKey }, ip }, settings, after(60)).queue?.form;
  expect(formOf("one")).toEqual(expect.any(String));
  expect(formOf("one")).toBe(formOf("one"));
  expect(formOf("one")).not.toBe(formOf("another"));
});
