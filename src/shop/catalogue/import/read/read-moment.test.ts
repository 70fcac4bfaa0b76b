import { afterAll, beforeAll, expect, test } from "vitest";
import { readMoment } from "./read-moment.ts";

const machine = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "Asia/Karachi";
});
afterAll(() => {
  if (machine === undefined) delete process.env.TZ;
  else process.env.TZ = machine;
});

test.each([
  ["2026-11-01", "2026-11-01T00:00:00.000Z"],
  ["2026-11-01T10:00:00", "2026-11-01T10:00:00.000Z"],
  ["2026-11-01 10:00", "2026-11-01T10:00:00.000Z"],
  ["November 1, 2026 10:00", "2026-11-01T10:00:00.000Z"],
  ["2026-11-01T10:00:00Z", "2026-11-01T10:00:00.000Z"],
  ["2026-11-01T10:00:00+05:00", "2026-11-01T05:00:00.000Z"],
])("%s is %s in any time zone", (text, moment) => {
  expect(readMoment(text)?.toISOString()).toBe(moment);
});

test("invalid dates are undefined", () => {
  expect(readMoment("soon")).toBeUndefined();
  expect(readMoment("")).toBeUndefined();
});
