import fc from "fast-check";
import { expect, test } from "vitest";
import { arrivalHoldsUntil, arrivalOf } from "./arrival.rules.ts";

const calendar = {
  delivery_cutoff: "14:00",
  delivery_closed_weekdays: ["sunday"],
  delivery_holidays: ["2026-11-25"],
  timezone_string: "",
  store_country: "PK",
};
const days = { min: 2, max: 3 };
/** A time of day in Karachi, five hours ahead of UTC. */
const karachi = (text: string) => new Date(`${text}:00+05:00`);

test.each([
  // Monday: the holiday on Wednesday is no business day.
  ["2026-11-23T13:59", "2026-11-26", "2026-11-27"],
  ["2026-11-23T14:00", "2026-11-27", "2026-11-28"],
  // Still Monday in UTC, but Tuesday in Karachi.
  ["2026-11-24T03:00", "2026-11-27", "2026-11-28"],
  // Friday and Saturday: Sunday is closed.
  ["2026-11-27T10:00", "2026-11-30", "2026-12-01"],
  ["2026-11-28T20:00", "2026-12-02", "2026-12-03"],
  // Ordered on a holiday, it is sent on the next open day.
  ["2026-11-25T09:00", "2026-11-28", "2026-11-30"],
])("an order at %s in Karachi arrives from %s to %s", (placedAt, from, to) => {
  expect(arrivalOf(days, calendar, karachi(placedAt))).toEqual({ from, to });
});

test("without a cut-off, or without an open day, no dates are promised", () => {
  const now = karachi("2026-11-23T10:00");
  expect(arrivalOf(days, { ...calendar, delivery_cutoff: "" }, now)).toBeNull();
  expect(arrivalHoldsUntil({ ...calendar, delivery_cutoff: "" }, now)).toBeNull();
  const closed = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
  expect(arrivalOf(days, { ...calendar, delivery_closed_weekdays: closed }, now)).toBeNull();
});

test("the dates hold until the cut-off, then until the end of the day", () => {
  expect(arrivalHoldsUntil(calendar, karachi("2026-11-23T13:59"))).toEqual(karachi("2026-11-23T14:00"));
  expect(arrivalHoldsUntil(calendar, karachi("2026-11-23T14:00"))).toEqual(karachi("2026-11-24T00:00"));
});

test("dates do not change before that moment, and never lie in the past, in any zone", () => {
  const zones = fc.constantFrom("Asia/Karachi", "UTC", "America/New_York", "Asia/Kathmandu");
  const moments = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(zones, moments, fc.double({ min: 0, max: 0.999, noNaN: true }), (timezone_string, now, part) => {
      const own = { ...calendar, timezone_string };
      const until = arrivalHoldsUntil(own, now) ?? now;
      expect(until.getTime()).toBeGreaterThan(now.getTime());
      const later = new Date(now.getTime() + Math.floor((until.getTime() - now.getTime()) * part));
      expect(arrivalOf(days, own, later)).toEqual(arrivalOf(days, own, now));
      const today = now.toLocaleDateString("sv-SE", { timeZone: timezone_string });
      expect((arrivalOf(days, own, now)?.from ?? "") > today).toBe(true);
    }),
  );
});
